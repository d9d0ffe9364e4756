/**
 * The page's own faces that a picture uses, as `@font-face` rules with the font inside: a picture drawn on a canvas
 * or opened elsewhere cannot load any. A face that cannot be read is left out; the next in its list is then used.
 */
export async function embeddedFonts(picture: SVGElement): Promise<string> {
  const used = usedFaces(picture);
  const rules = pageFaces().filter((rule) => used.has(faceOf(rule.style)));
  const texts = await Promise.all(rules.map(embedded));
  return texts.join('\n');
}

function usedFaces(picture: SVGElement): Set<string> {
  const used = new Set<string>();
  for (const text of picture.querySelectorAll<SVGElement>('text')) used.add(faceOf(text.style));
  return used;
}

/** Family, weight and style in one word, the family being the first of its list. */
function faceOf(style: CSSStyleDeclaration): string {
  const family = style.getPropertyValue('font-family').split(',')[0] ?? '';
  const weight = Number(style.getPropertyValue('font-weight')) >= 600 ? 600 : 400;
  const italic = style.getPropertyValue('font-style') === 'italic';
  return [family.replaceAll(/["']/g, '').trim(), weight, italic].join('/');
}

function pageFaces(): CSSFontFaceRule[] {
  return [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
    } catch {
      // A style sheet of another origin (an extension's) may not be read.
      return [];
    }
  });
}

async function embedded(rule: CSSFontFaceRule): Promise<string> {
  const source = /url\(["']?([^"')]+)["']?\)/.exec(rule.style.getPropertyValue('src'))?.[1];
  if (source === undefined) return '';
  const base = rule.parentStyleSheet?.href ?? document.baseURI;
  try {
    const response = await fetch(new URL(source, base));
    if (!response.ok) return '';
    const data = await dataAddress(await response.blob());
    const describe = (name: string): string => `${name}:${rule.style.getPropertyValue(name)}`;
    return `@font-face{${['font-family', 'font-weight', 'font-style'].map(describe).join(';')};src:url(${data}) format("woff2")}`;
  } catch {
    return '';
  }
}

function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('A font could not be read.'));
    reader.readAsDataURL(blob);
  });
}
