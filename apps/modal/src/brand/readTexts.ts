import type { Message, Messages, Texts } from '@latchkey/copy'
import { siteTexts } from '@latchkey/copy/siteTexts'
import { nearestName } from '../options/nearestName.ts'
import type { Report } from '../options/rules.ts'
import type { TextKey } from './TextKey.ts'

/** Longest text, in characters: longer than any of ours. */
const longest = 300
const example = "texts: { 'connect.email': 'Work email' }"

const placeholder = /\{(\w+)\}/g

const namesIn = (text: string): string =>
  [...new Set(Array.from(text.matchAll(placeholder), ([, name]) => name))].toSorted().join(' ')

const fill =
  (text: string): Message =>
  (values: Readonly<Record<string, string | number>>) =>
    text.replace(placeholder, (_, name: string) => String(values[name]))

const listed = (names: string): string => names.replace(/\w+/g, '{$&}').replaceAll(' ', ', ')

/**
 * Reads the texts that a site gives in place of ours. One that is no text, is too long, or has not exactly our placeholders is reported by
 * its key, and ours stays.
 */
export const readTexts = (given: unknown, report: Report): Texts => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    report({ option: 'texts', kind: 'invalid', found: given, takes: { takes: 'takes.object' }, example })
    return {}
  }
  const texts: Record<string, Messages> = {}
  for (const [key, found] of Object.entries(given)) {
    if (found === undefined) continue
    const option = `texts['${key}']`
    if (!Object.hasOwn(siteTexts, key)) {
      report({ option, kind: 'unknown', found, known: namesLike(key) })
      continue
    }
    const placeholders = siteTexts[key as TextKey]
    if (typeof found !== 'string' || found.trim() === '' || found.length > longest) {
      const takes = { takes: 'takes.text', values: { least: 1, most: longest } } as const
      report({ option, kind: 'invalid', found, takes, example: `'${key}': '…'` })
    } else if (namesIn(found) !== placeholders) {
      const names = listed(placeholders)
      const takes =
        names === ''
          ? ({ takes: 'takes.plainText' } as const)
          : ({ takes: 'takes.placeholders', values: { names } } as const)
      report({ option, kind: 'invalid', found, takes, example: `'${key}': '${names.replaceAll(',', ' …') || '…'}'` })
    } else {
      const at = key.indexOf('.')
      const feature = key.slice(0, at)
      texts[feature] = { ...texts[feature], [key.slice(at + 1)]: placeholders === '' ? found : fill(found) }
    }
  }
  return texts
}

const featureOf = (key: string): string => key.split('.', 1)[0] ?? ''

/** Returns the key that was probably meant; without one, those of the same feature; without any, the features. */
const namesLike = (key: string): readonly string[] => {
  const all = Object.keys(siteTexts)
  const nearest = nearestName(key, all)
  if (nearest !== undefined) return [nearest]
  const own = all.filter((name) => featureOf(name) === featureOf(key))
  return own.length > 0 ? own : [...new Set(all.map((name) => `${featureOf(name)}.…`))]
}
