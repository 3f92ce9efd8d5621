import type { ProjectBrand } from '@latchkey/api-client/projectBrand'
import { getLanguage } from '@latchkey/copy'
import { brandAccent, type ColorMode, themeTable } from '@latchkey/protocol/theme'
import { escapeHtml } from './escapeHtml.ts'
import { hexOf, mailColor } from './mailColors.ts'

const font = escapeHtml(themeTable['--lk-font'].light)
/** Returns a font size of the theme as CSS. */
export const size = (name: 'small' | 'body' | 'display' | 'amount'): string => themeTable[`--lk-size-${name}`].light

/** Maps an element's class to its colored properties. */
const painted = {
  page: { 'background-color': '--lk-sunken' },
  card: { 'background-color': '--lk-surface', 'border-color': '--lk-hairline' },
  panel: { 'background-color': '--lk-raised', color: '--lk-text' },
  main: { color: '--lk-text' },
  calm: { color: '--lk-text-secondary' },
  line: { 'border-color': '--lk-hairline' },
  button: { 'background-color': '--lk-accent-deep', color: '--lk-on-accent' },
} as const

const paint = (name: keyof typeof painted, mode: ColorMode, end = ''): string =>
  Object.entries(painted[name])
    .map(([property, variable]) => `${property}:${mailColor(variable, mode)}${end}`)
    .join(';')

/** Returns inline styles in light mode, which every program shows; the class adds dark mode where supported. */
export const at = (name: keyof typeof painted, style: string): string =>
  `class="${name}" style="${paint(name, 'light')};${style}"`

const darkRules = (Object.keys(painted) as (keyof typeof painted)[])
  .map((name) => `.${name}{${paint(name, 'dark', ' !important')}}`)
  .join('')

/** Returns the colors of a button of this project, or nothing if the project's color can't be parsed. */
export function brandPaint(brand: ProjectBrand | undefined, mode: ColorMode, end = ''): string {
  const accent = brand?.color === undefined ? {} : brandAccent(mode, brand.color)
  const [fill, label] = [accent['--lk-accent'], accent['--lk-on-accent']]
  return fill === undefined || label === undefined
    ? ''
    : `background-color:${hexOf(fill)}${end};color:${hexOf(label)}${end}`
}

const darkBrandRule = (brand: ProjectBrand | undefined): string => {
  const paint = brandPaint(brand, 'dark', ' !important')
  return paint === '' ? '' : `.button{${paint}}`
}

/** Keeps programs from filling the preview line with the text after it, which may be the code. */
const previewFiller = '&#847;&zwnj;&nbsp;'.repeat(90)

type MailContent = { title: string; preview: string; body: string; brand?: ProjectBrand | undefined }

/**
 * Returns one card on a page, in light and dark, for every mail program. `body` is markup, `title` and `preview` are text; the preview is
 * the line next to the subject.
 */
export function mailDocument({ title, preview, body, brand }: MailContent): string {
  return `<!doctype html>
<html lang="${getLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(title)}</title>
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){${darkRules}${darkBrandRule(brand)}}
@media (max-width:440px){.edge{padding:12px !important}.card{padding:24px 20px !important}}
</style>
</head>
<body ${at('page', 'margin:0;padding:0')}>
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}${previewFiller}</div>
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" ${at('page', 'width:100%')}>
<tr><td align="center" class="edge" style="padding:32px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="width:100%;max-width:480px;border-collapse:separate">
<tr><td align="left" ${at('card', `padding:32px;border-width:1px;border-style:solid;border-radius:20px;font-family:${font};font-size:${size('body')};line-height:1.45;overflow-wrap:anywhere`)}>
${body}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
