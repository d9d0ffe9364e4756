/** The words of the library: the shelf, a novel, a chapter. Part of `en`. */
import { formatCount, formatShare, plural } from './format';

const genres = {
  mystery: 'mystery',
  thriller: 'thriller',
  'science-fiction': 'science fiction',
  romance: 'romance',
  fantasy: 'fantasy',
  'action-adventure': 'adventure',
  speculative: 'speculative fiction',
  'young-adult': 'young adult',
  'horror-and-supernatural': 'horror',
  'crime-mystery': 'crime',
  detective: 'detective story',
  historical: 'historical novel',
  western: 'western',
  'family-saga': 'family saga',
  womens: 'women’s fiction',
  literary: 'literary fiction',
  satire: 'satire',
} as const;

const facts = {
  by: (author: string, year: number | null) => (year === null ? author : `${author}, ${year}`),
  genres: (names: readonly string[]) => names.join(', '),
  words: (count: number) => plural(count, 'word', 'words'),
  chapters: (count: number) => plural(count, 'chapter', 'chapters'),
  decisions: (count: number) => (count === 0 ? '' : plural(count, 'decision', 'decisions')),
} as const;

const loading = {
  load: 'Load',
  loadOf: (title: string) => `Load ${title}`,
  loading: (title: string) => `Loading ${title}`,
  stop: 'Stop',
  stopOf: (title: string) => `Stop loading ${title}`,
  again: 'Try again',
  loaded: (title: string) => `${title} is on this device now.`,
  here: 'on this device',
  comes: 'comes with this page',
} as const;

/** Decisions of the reader's own. */
const mine = {
  formats: {
    released: 'is in LifeChoice’s released format.',
    decisions: 'holds decisions, one a line.',
  },
  found: (decisions: number, novels: number, books: number) =>
    decisions === 0
      ? 'No decision in it can be kept.'
      : `${plural(decisions, 'decision', 'decisions')} in ${
          books === 0
            ? plural(novels, 'novel of the shelf', 'novels of the shelf')
            : `${plural(books, 'text', 'texts')} that come along as your own books`
        }.`,
  replaces: (count: number) =>
    count === 1
      ? 'One takes the place of yours with the same id.'
      : `${formatCount(count)} take the place of yours with the same ids.`,
  faults: {
    released: (rows: number) =>
      plural(rows, 'row has a fault and stays out', 'rows have faults and stay out'),
    decisions: (lines: number) =>
      plural(lines, 'line has a fault and stays out', 'lines have faults and stay out'),
  },
  place: (fault: { readonly line: number } | { readonly book: number; readonly row: number }) =>
    'line' in fault
      ? `Line ${formatCount(fault.line)}`
      : `Book ${formatCount(fault.book)}, row ${formatCount(fault.row)}`,
  fault: (place: string, field: string, message: string) =>
    field === '' ? `${place} ${message}` : `${place}, ${field}: ${message}`,
  moreFaults: (count: number) => `and ${formatCount(count)} more`,
  stays:
    'What is kept stays in this browser. It is in no recorded run, and a run of it holds the novel’s passages by their place alone.',
  keep: (count: number) => `Keep ${plural(count, 'decision', 'decisions')}`,
  again: 'Check again',
  leave: 'Leave it',
  keeping: 'Keeping them …',
  kept: 'They are kept in this browser.',
  study: 'Study these decisions',
  studyAsReleased: 'Study them as released',
  asReleased:
    'As released: as LifeChoice’s script asks. The answer is written at temperature 0, options stand as authored, only the bare letter counts, anything else is wrong, and a call that failed is left out.',
  studyTitle: (name: string) => `Decisions of ${name}`,
  releasedTitle: (name: string) => `Decisions of ${name}, asked as released`,
  heading: 'Your own among them',
  count: (count: number) =>
    `${plural(count, 'decision', 'decisions')} that you added. Only this browser has them.`,
  remove: 'Delete your decisions',
  removed: (count: number) => `${plural(count, 'decision was', 'decisions were')} deleted.`,
} as const;

export const library = {
  heading: 'Library',
  intro:
    'The novels whose characters decide, and others to read and search. Seven come with this page. The others load with one click and stay on this device: their texts are those of Standard Ebooks and come through the network jsDelivr (cdn.jsdelivr.net).',
  opening: 'Opening the shelf …',
  genres,
  facts,
  loading,
  filter: {
    label: 'Title or author',
    genre: 'Genre',
    all: 'All genres',
    withDecisions: 'With decisions',
    here: 'On this device',
    count: (shown: number, all: number) =>
      shown === all
        ? plural(all, 'novel', 'novels')
        : `${formatCount(shown)} of ${formatCount(all)}`,
    none: 'No novel fits.',
    clear: 'Show all',
  },
  shelf: 'The shelf',
  order: 'Novels with decisions stand first.',
  own: {
    heading: 'Your own books and decisions',
    hint: 'A novel as .txt or .epub, decisions as .jsonl, or a file in LifeChoice’s released format. It is read here and stays on this device.',
    reading: (name: string) => `Reading ${name}`,
    states: { waiting: 'waiting', stopped: 'stopped, nothing added', left: 'nothing was kept' },
    added: 'is on the shelf',
    already: 'was on the shelf already',
    open: 'Open',
    stop: 'Stop',
    dismiss: 'Clear this list',
    file: (name: string) => `from ${name}`,
    remove: 'Delete',
    removeOf: (title: string) => `Delete ${title}`,
    removed: (title: string) => `${title} was deleted.`,
    ofFile: (file: string, books: number) => `${file}: ${plural(books, 'book', 'books')}`,
    removeFile: (books: number) => `Delete all ${formatCount(books)}`,
    removedFile: (file: string) => `The books of ${file} were deleted.`,
  },
  mine,
  find: {
    heading: 'Search in the novels',
    label: 'Search for',
    hint: 'Looks through every novel that is on this device.',
    by: {
      legend: 'Search by',
      words: 'words',
      wordsHint: 'Paragraphs that hold them all, the closest first.',
      meaning: 'meaning',
      meaningHint:
        'Passages that speak of the same thing in other words. A model reads the novels for it; what it has not read yet takes minutes.',
    },
    go: 'Search',
    stop: 'Stop',
    preparing: 'Reading the novels',
    looking: 'Searching …',
    none: (query: string) => `Nothing on this shelf holds “${query}”.`,
    noneNext: 'Load more novels, or try other words.',
    found: (count: number, novels: number) =>
      `${plural(count, 'paragraph', 'paragraphs')} in ${plural(novels, 'novel', 'novels')}`,
    near: (count: number, novels: number) =>
      `the ${plural(count, 'nearest passage', 'nearest passages')}, in ${plural(novels, 'novel', 'novels')}`,
    some: 'No paragraph holds all the words; these hold the most of them.',
    clear: 'Clear',
    more: 'Show more',
    place: (chapter: number, paragraph: number) => `chapter ${chapter}, paragraph ${paragraph}`,
  },
  novel: {
    opening: 'Opening the novel …',
    absent: 'The text is not on this device yet.',
    absentNext:
      'It is an edition of Standard Ebooks, fetched at a fixed version through the network jsDelivr (cdn.jsdelivr.net), and can then be read and searched offline.',
    from: 'Its page at Standard Ebooks',
    chapters: 'Chapters',
    decisions: 'Decisions',
    noDecisions: 'This novel has no decisions yet; it is here to be read and searched.',
    decisionsHint: 'Opening one tells nothing that comes after it until you ask.',
    who: (name: string, chapter: string) => `${name}, ${chapter}`,
    chapter: (n: number) => `Chapter ${formatCount(n)}`,
    ribbon: (title: string, chapters: number, decisions: number) =>
      `${title} from its first word to its last: ${plural(chapters, 'chapter', 'chapters')}` +
      (decisions === 0 ? '.' : `, ${plural(decisions, 'decision', 'decisions')}.`),
    mark: (name: string, chapter: number, question: string) =>
      `${name}, chapter ${formatCount(chapter)}: ${question}`,
    order: 'How it is told',
    linear: { true: 'in order', false: 'not in order' },
    narration: { 'first-person': 'in the first person', 'third-person': 'in the third person' },
    remove: 'Delete from this device',
    removed: (title: string) => `The text of ${title} was deleted from this device.`,
    missing: {
      what: 'This shelf has no such novel.',
      kept: 'Nothing that you have stored is affected.',
      next: 'Choose one from the library, or add the book as a file there.',
    },
    toLibrary: 'Library',
  },
  chapter: {
    missing: (chapters: number) => ({
      what: `This novel has ${plural(chapters, 'chapter', 'chapters')}, and no such one.`,
      next: 'Choose a chapter from the novel’s page.',
    }),
    toNovel: 'To the novel',
    count: (n: number, all: number, share: number) =>
      `Chapter ${formatCount(n)} of ${formatCount(all)}, from ${formatShare(share)} of the text`,
    previous: 'Previous chapter',
    next: 'Next chapter',
    earlier: 'Show what comes before',
    further: 'Show what follows',
    paragraph: (n: number) => `Link to paragraph ${formatCount(n)}`,
    decides: (name: string) => `Here ${name} decides`,
    ways: 'Chapters',
  },
} as const;
