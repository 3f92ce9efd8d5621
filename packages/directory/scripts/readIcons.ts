import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LiteralObject, readSyntax, textField } from './readSyntax.ts'

/** The icons of `@web3icons/core`, which ships each as a module that exports its text. */

export type IconKind = 'networks' | 'tokens' | 'wallets'

/** Returns its path in the package. */
export const iconPath = (kind: IconKind, name: string): string => `dist/svgs/${kind}/background/${name}.svg.js`

/** Returns whether a name has an icon. */
export const hasIcon = (folder: string, kind: IconKind, name: string): boolean =>
  existsSync(join(folder, iconPath(kind, name)))

/** Returns the icon with that name, with a background. Throws when there is none, or it contains more than shapes. */
export function readIcon(folder: string, kind: IconKind, name: string): string {
  const path = join(folder, iconPath(kind, name))
  const [svg] = readSyntax(readFileSync(path, 'utf8')).texts
  if (svg === undefined) throw new Error(`${path} holds no text`)
  return plainSvg(svg, path)
}

/** Shapes and their colors. Nothing that runs, loads, links or plays sound. */
const allowedElements = new Set(
  'svg g path circle rect ellipse polygon polyline line defs linearGradient radialGradient stop clipPath mask use filter feFlood feBlend feColorMatrix feComposite feGaussianBlur feOffset'.split(
    ' ',
  ),
)

/** Returns an SVG in one line. Throws when it contains anything else. */
export function plainSvg(svg: string, path: string): string {
  for (const [, element = ''] of svg.matchAll(/<\/?([\w:-]+)/g))
    if (!allowedElements.has(element)) throw new Error(`${path} holds <${element}>`)
  if (/\son\w+\s*=|<[!?]|javascript:|href\s*=\s*["'](?!#)|url\((?!#)/i.test(svg))
    throw new Error(`${path} is more than shapes`)
  return svg
    .trim()
    .replace(/\sclass="web3icons"/, '')
    .replace(/\s*\n\s*/g, '')
}

/** Returns the icons' names: an id and a file each, most used first. */
export const readIconNames = (folder: string, kind: IconKind): { id: string; file: string; object: LiteralObject }[] =>
  readSyntax(readFileSync(join(folder, 'dist/metadata', `${kind}.js`), 'utf8')).objects.flatMap((object) => {
    const id = textField(object, 'id')
    const file = textField(object, 'filePath')?.replace(/^\w+:/, '')
    return id === undefined || file === undefined ? [] : [{ id, file, object }]
  })
