import { asProblem, type Problem } from '../../core/errors';
import type { Novel } from '../../core/novel';
import { passageNote, passagesIn, unfold, type Passage, type StoredText } from '../../core/passage';
import type { DecisionDataset } from '../../decision/dataset';
import { replacerOfNovel } from '../../decision/entities';
import { passageText } from '../../decision/passage-text';
import { shelf } from '../../exchange/shelf-here';

/** Fills the passages of a stored text in from the novels that are on this device; nothing is fetched from elsewhere. */
export class ShelfPassages {
  #novels = $state.raw<readonly Novel[]>([]);
  #problem = $state.raw<Problem | null>(null);

  constructor(private readonly dataset: DecisionDataset | null) {}

  /** Why a novel that is here could not be read. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** To be called in an effect with what is shown: gets the novels that it quotes. Never rejects. */
  async look(texts: readonly StoredText[]): Promise<void> {
    for (const { novel: id } of texts.flatMap(passagesIn)) {
      if (this.#novelOf(id) !== undefined) continue;
      try {
        if (!(await shelf.isHere(id))) continue;
        const novel = await shelf.novel(id);
        this.#novels = [...this.#novels, novel];
      } catch (error) {
        this.#problem = asProblem(error);
      }
    }
  }

  /** The text of a passage; null where its novel is not here or has no such place. */
  readonly textOf = (passage: Passage): string | null => {
    const novel = this.#novelOf(passage.novel);
    if (novel === undefined) return null;
    const replacer =
      this.dataset === null ? null : replacerOfNovel(this.dataset, passage.novel, true);
    return passageText(novel, passage, replacer);
  };

  #novelOf(id: string): Novel | undefined {
    return this.#novels.find((novel) => novel.id === id);
  }

  /** A stored text with what is here filled in, and notes for the rest. */
  filled(text: StoredText): string {
    return unfold(text, this.textOf, passageNote);
  }

  /** Whether a text quotes a passage that is not here. */
  lacks(text: StoredText): boolean {
    return passagesIn(text).some((passage) => this.textOf(passage) === null);
  }
}
