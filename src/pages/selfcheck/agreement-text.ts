import { en } from '../../text/en';
import { formatShare } from '../../text/format';
import type { Held } from './report';

/** How the answers stand to recorded ones, in words. */
export function agreementText(held: Held | null): string {
  const text = en.selfcheck.agreement;
  if (held === null) return text.none;
  const [there, here] = held.engines;
  const share = (of: number | null): string =>
    of === null ? en.selfcheck.missed : formatShare(of);
  const { verdict, trials, equalAnswers, closeProbabilities } = held;
  const said =
    verdict === 'agrees'
      ? text.agrees(share(closeProbabilities), there)
      : verdict === 'differs'
        ? text.differs(share(equalAnswers), share(closeProbabilities), there)
        : text.incomplete(trials, there);
  return there === here ? said : `${said}. ${text.otherEngine}`;
}
