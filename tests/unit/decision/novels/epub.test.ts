import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readEpub } from '../../../../src/decision/novels/epub';
import { readBook } from '../../../../src/decision/novels/read-book';
import { readPage } from '../../../../src/decision/novels/xhtml';
import { epubFiles, page, problemOf, zipped } from './made-books';

const chapter = (n: number, text: string) =>
  page(
    `<section id="c${n}" epub:type="chapter"><h2>${n}</h2><p>${text}</p></section>`,
    'bodymatter z3998:fiction',
  );

describe('a page', () => {
  const textOf = (body: string) =>
    readPage(page(body)).flow.map(({ kind, text }) => `${kind[0]}: ${text}`);

  it('gives paragraphs without marks of notes, scripts or pictures, line breaks as spaces', () => {
    expect(
      textOf(
        '<p>One<a href="notes.xhtml#n1" epub:type="noteref">1</a> and<br/>two<sup><a href="#f2">[2]</a></sup>.</p>' +
          '<script>alert("three")</script><p>Four\u2060\u2014fi\u00adve &amp; <i>six</i></p><figure><img alt="x" src="y"/><figcaption>seven</figcaption></figure><p> </p>',
      ),
    ).toEqual(['p: One and two.', 'p: Four\u2014five & six']);
  });

  it('makes one heading of a head, and text of a letter’s date', () => {
    expect(
      textOf(
        '<header><hgroup><h2>I</h2><p>A Title.</p></hgroup><p>In which much is told</p></header><p>Text</p>' +
          '<blockquote epub:type="z3998:letter"><header><p>Kent, 15th October</p></header><p>Sir</p></blockquote>',
      ),
    ).toEqual([
      'h: I: A Title: In which much is told',
      'p: Text',
      'p: Kent, 15th October',
      'p: Sir',
    ]);
  });

  it('loses no text outside of paragraphs, cells and lists', () => {
    expect(
      textOf(
        '<div>loose <p>inner</p> tail</div><ul><li>item<p>par</p></li></ul><table><tr><td>a</td><td><p>b</p></td></tr></table>',
      ),
    ).toEqual(['p: loose', 'p: inner', 'p: tail', 'p: item', 'p: par', 'p: a', 'p: b']);
  });
});

describe('an EPUB that says what its pages are', () => {
  it('gives the story’s chapters with the names of their parts', () => {
    const part = page(
      '<section id="part-1" epub:type="part"><h2>Part <span>I</span></h2></section>',
      'bodymatter',
    );
    const inner = page(
      '<section data-parent="part-1" id="c1" epub:type="chapter"><hgroup><h3>I</h3><p epub:type="title">Dawn</p></hgroup><p>One</p>' +
        '<section id="s2" epub:type="z3998:subchapter"><h4>II</h4><p>Two</p></section><section epub:type="z3998:subchapter"><h4>Walton again</h4><p>Three</p></section></section>',
      'bodymatter z3998:fiction',
    );
    const foreword = (lines: number) =>
      page(
        `<section epub:type="foreword"><h2>Foreword</h2>${'<p>Told</p>'.repeat(lines)}</section>`,
        'frontmatter z3998:fiction',
      );
    const read = readEpub(
      zipped(
        epubFiles({
          'dedication.xhtml': page(
            '<section epub:type="dedication"><p>To</p><p>my</p><p>dear</p><p>one</p></section>',
            'frontmatter z3998:fiction',
          ),
          'foreword.xhtml': foreword(4),
          'note.xhtml': foreword(3),
          'part.xhtml': part,
          'c1.xhtml': inner,
          'c2.xhtml': chapter(2, 'Four'),
          'endnotes.xhtml': page(
            '<section epub:type="endnotes"><p>5. A note</p></section>',
            'backmatter z3998:fiction',
          ),
          'colophon.xhtml': page(
            '<section epub:type="colophon"><p>Typeset</p></section>',
            'backmatter',
          ),
        }),
      ),
    );
    expect(read).toEqual({
      title: 'A Book',
      author: 'A. Writer',
      notes: [],
      chapters: [
        { title: 'Foreword', paragraphs: ['Told', 'Told', 'Told', 'Told'] },
        { title: 'Part I · I: Dawn', paragraphs: ['One', 'Two', 'Walton again', 'Three'] },
        { title: '2', paragraphs: ['Four'] },
      ],
    });
  });
});

describe('an EPUB that does not', () => {
  const pages = {
    'cover.xhtml': page('<p>Cover</p>'),
    'all.xhtml': page('<h1>Dawn</h1><p>One</p><p>Two</p><h1 id="noon">Noon</h1><p>Three</p>'),
    'more.xhtml': page('<p>Four</p>'),
    'about.xhtml': page('<p>She lives in</p>'),
  };
  const links = [
    ['text/cover.xhtml', 'Cover'],
    ['text/all.xhtml', 'Dawn'],
    ['text/all.xhtml#noon', 'Noon'],
    ['text/about.xhtml', 'About the Author'],
  ];
  const list = links.map(([href, name]) => `<li><a href="${href}">${name}</a></li>`).join('');
  const expected = [
    { title: 'Dawn', paragraphs: ['One', 'Two'] },
    { title: 'Noon', paragraphs: ['Three', 'Four'] },
  ];

  it('is cut at its table of contents', () => {
    const nav = page(
      `<nav epub:type="landmarks"><ol><li><a href="text/more.xhtml">x</a></li></ol></nav><nav epub:type="toc"><ol>${list}</ol></nav>`,
    );
    expect(readEpub(zipped(epubFiles(pages, nav))).chapters).toEqual(expected);
  });

  it('is cut at an older table of contents', () => {
    const points = links.map(
      ([href, name]) =>
        `<navPoint><navLabel><text>${name}</text></navLabel><content src="${href}"/></navPoint>`,
    );
    const files = epubFiles(pages);
    files['epub/toc.ncx'] = `<ncx xmlns="x"><navMap>${points.join('')}</navMap></ncx>`;
    files['epub/content.opf'] = (files['epub/content.opf'] ?? '').replace(
      '<manifest>',
      '<manifest><item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
    );
    expect(readEpub(zipped(files)).chapters).toEqual(expected);
  });

  it('has a chapter a page without one, and says so', () => {
    const read = readEpub(zipped(epubFiles(pages)));
    expect(read.chapters.map(({ paragraphs }) => paragraphs)).toEqual([
      ['Cover'],
      ['One', 'Two', 'Noon', 'Three'],
      ['Four'],
      ['She lives in'],
    ]);
    expect(read.notes).toEqual([
      'The book has no table of contents, so each of its pages is a chapter.',
    ]);
  });
});

describe('an EPUB that must not be read', () => {
  const good = epubFiles({ 'c1.xhtml': chapter(1, 'One'), 'c2.xhtml': chapter(2, 'Two') });

  it('runs no script and reads none', () => {
    const mark = 'ran' as keyof typeof globalThis;
    const files = epubFiles({
      'c1.xhtml': chapter(
        1,
        'One</p><script>globalThis.ran = 1</script><img src="x" onerror="globalThis.ran = 1"/><svg onload="globalThis.ran = 1"><script>globalThis.ran = 1</script></svg><p>Two',
      ),
    });
    expect(readEpub(zipped(files)).chapters[0]?.paragraphs).toEqual(['One', 'Two']);
    expect(globalThis[mark]).toBeUndefined();
  });

  it.each(['../../etc/passwd.xhtml', '/etc/passwd.xhtml', 'C:\\x.xhtml', 'a/..\\..\\x.xhtml'])(
    'holds an entry that climbs out: %s',
    async (name) => {
      const problem = await problemOf(() => readEpub(zipped({ ...good, [name]: 'x' })));
      expect(problem.message).toBe(
        `This file holds an entry whose name leads out of it: “${name}”.`,
      );
      expect(problem.code).toBe('bad-file');
    },
  );

  it('is a bomb of one entry', async () => {
    const bomb = { ...good, 'epub/text/c1.xhtml': new Uint8Array(20_000_000) };
    const problem = await problemOf(() => readEpub(zipped(bomb)));
    expect(problem.message).toBe(
      '“epub/text/c1.xhtml” in this file unpacks to far more than any text would.',
    );
  });

  it('is a bomb of many entries, or simply too long', async () => {
    const many: Record<string, string> = { ...good };
    for (let i = 0; i < 5001; i += 1) many[`x${i}.png`] = '';
    expect((await problemOf(() => readEpub(zipped(many)))).message).toContain(
      'more than 5000 files',
    );
    // Stored as they are, so that only the length is wrong.
    const long = zipSync(
      Object.fromEntries(
        Array.from({ length: 6 }, (_, i) => [`epub/text/x${i}.xhtml`, new Uint8Array(10_000_000)]),
      ),
      { level: 0 },
    );
    expect((await problemOf(() => readEpub(long))).message).toMatch(
      /^This text is 5\d MB long; a novel of at most 50 MB can be read\.$/,
    );
  });

  it('is protected', async () => {
    const files = {
      ...good,
      'META-INF/encryption.xml':
        '<encryption><CipherReference URI="epub/text/c1.xhtml"/></encryption>',
    };
    expect((await problemOf(() => readEpub(zipped(files)))).message).toContain('protected');
    const fonts = {
      ...good,
      'META-INF/encryption.xml':
        '<encryption><CipherReference URI="epub/fonts/a.otf"/></encryption>',
    };
    expect(readEpub(zipped(fonts)).chapters.length).toBe(2);
  });

  it('is broken off, has lost a page, or is none', async () => {
    const archive = zipped(good);
    for (const end of [5, 200, 700]) {
      const problem = await problemOf(() => readBook(archive.subarray(0, end), 'x.epub'));
      expect(problem.code).toBe('bad-file');
      expect(problem.kept).toBe('Nothing was added to the shelf.');
    }
    const { 'epub/text/c2.xhtml': _, ...less } = good;
    expect((await problemOf(() => readEpub(zipped(less)))).message).toBe(
      'This book is incomplete: 1 of its 2 pages are missing.',
    );
    expect((await problemOf(() => readEpub(zipped({ 'a.txt': 'x' })))).message).toBe(
      'This archive is not an EPUB: it names no book.',
    );
  });
});
