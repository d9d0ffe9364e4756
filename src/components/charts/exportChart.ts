import { Problem } from '../../core/errors';
import { embeddedFonts } from './embed-fonts';
import { wrapText } from './text-width';

/** What goes with a chart when it leaves the page, so that a picture still says what it is. */
export interface ChartCaption {
  readonly sentence: string;
  /** Where the figures come from: `recorded · Qwen2.5-Coder-1.5B · Crossroads`. */
  readonly source: string;
}

const SPACE = 'http://www.w3.org/2000/svg';
const MARGIN = 24;
const SIZE = 15;
const LINE = 21;
/** Written into the picture, for it has no style sheet. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'font-variant-numeric',
  'text-anchor',
];

/** The chart as a whole SVG file: light, on white, with its sentence, its source and the faces it uses. */
export async function chartSvg(chart: SVGSVGElement, caption: ChartCaption): Promise<string> {
  const host = document.createElement('div');
  host.dataset['theme'] = 'light';
  host.style.cssText = 'position:absolute;left:-9999px;top:0;visibility:hidden';
  host.append(chart.cloneNode(true));
  document.body.append(host);
  try {
    const drawing = host.firstElementChild as SVGSVGElement;
    for (const part of drawing.querySelectorAll('.screen-only')) part.remove();
    plain(drawing);
    const picture = framed(drawing, caption);
    const style = document.createElementNS(SPACE, 'style');
    style.textContent = await embeddedFonts(picture);
    picture.prepend(style);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(picture)}\n`;
  } finally {
    host.remove();
  }
}

/**
 * The chart as a picture of three dots to the pixel.
 * @throws Problem `not-supported` where the browser cannot draw it
 */
export async function chartPng(svg: string, scale = 3): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * scale;
    canvas.height = image.naturalHeight * scale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (blob === null) throw new Error('The canvas gave no picture.');
    return blob;
  } catch (cause) {
    throw new Problem('not-supported', {
      what: 'This browser could not draw the chart as a picture.',
      next: 'Save it as SVG instead.',
      cause,
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Offers a file to be saved. */
export function saveFile(content: Blob | string, name: string, type: string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Writes what the style sheets say into the elements, and takes out what is for the screen only. */
function plain(drawing: SVGSVGElement): void {
  const elements = [drawing, ...drawing.querySelectorAll<SVGElement>('*')];
  // All are read before any is written, for a rule may rest on an ancestor's class.
  const read = elements.map((element) => {
    const computed = getComputedStyle(element);
    return STYLES.map((name) => [name, computed.getPropertyValue(name)] as const);
  });
  for (const [index, element] of elements.entries()) {
    const styles = read[index] ?? [];
    for (const { name } of [...element.attributes]) {
      if (/^(class|style|role|tabindex|data-.*|aria-.*)$/.test(name)) element.removeAttribute(name);
    }
    for (const [name, value] of styles) if (value !== '') element.style.setProperty(name, value);
  }
}

function framed(drawing: SVGSVGElement, { sentence, source }: ChartCaption): SVGSVGElement {
  const { width, height } = drawing.viewBox.baseVal;
  const inner = Math.max(width, 420);
  const lines = wrapText(sentence, inner, SIZE);
  const top = MARGIN + lines.length * LINE + 14;
  const total = { width: inner + 2 * MARGIN, height: top + height + LINE + MARGIN };

  const picture = make('svg', { ...total, viewBox: `0 0 ${total.width} ${total.height}` });
  picture.append(make('rect', { ...total, fill: '#ffffff' }));
  lines.forEach((line, index) => {
    picture.append(words(line, MARGIN + SIZE + index * LINE, SIZE, '#1c1b19'));
  });
  drawing.setAttribute('x', String(MARGIN));
  drawing.setAttribute('y', String(top));
  drawing.setAttribute('width', String(width));
  drawing.setAttribute('height', String(height));
  picture.append(drawing, words(source, top + height + LINE, 12, '#5c5850'));
  return picture as SVGSVGElement;
}

function words(text: string, y: number, size: number, fill: string): SVGElement {
  const element = make('text', { x: MARGIN, y, fill });
  element.style.cssText = `font: ${size}px 'Source Serif 4', Georgia, serif`;
  element.textContent = text;
  return element;
}

function make(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
