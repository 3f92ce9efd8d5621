import { type LabelShapeFault, labelShapeFault } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { parseJson } from '@latchkey/protocol/parseJson'
import * as z from 'zod/mini'
import { isNormalName } from './isNormalName.ts'
import { reservedLabels } from './reservedLabels.ts'

/** The names that an operator gives to accounts: one label below `parent` each. */
export type NameZone = {
  /** The operator's own ENS name, such as `example.eth`, normalized (ENSIP-15). */
  parent: string
  /**
   * An earlier parent: names below it still lead to their accounts, and no new ones are given out. Only the account that has a label there can
   * register it below `parent`.
   */
  legacyParent?: string | undefined
  /** Labels that no account gets, beside those of `reservedLabels`. */
  reserved?: readonly string[] | undefined
}

/** The most seconds between a message's time and ours, both ways. */
export const messageLifeSeconds = 600

/** How long a released name is kept from other accounts. */
export const releasedNameDays = 90

/**
 * Returns how a label looks: two labels with the same skeleton are easily confused. Follows UTS #39 for letters, digits and hyphens, and
 * also drops hyphens and maps `i` to `l`.
 */
export const skeletonOf = (label: string): string =>
  label.replaceAll('-', '').replaceAll('0', 'o').replaceAll(/[1i]/g, 'l').replaceAll('rn', 'm').replaceAll('vv', 'w')

/** Why no account can register a label. */
export type LabelFault = LabelShapeFault | 'reserved'

/** Returns why a label can't be given out in a zone, or null. `label` is in small letters. */
export function labelFault(label: string, { parent, legacyParent, reserved = [] }: NameZone): LabelFault | null {
  const fault = labelShapeFault(label)
  if (fault !== null) return fault
  if (!isNormalName(`${label}.${parent}`)) return 'form'
  const skeleton = skeletonOf(label)
  // An account with the legacy parent itself would own the names below it.
  const ownLabels = legacyParent?.endsWith(`.${parent}`)
    ? legacyParent.split('.').slice(0, -parent.split('.').length).slice(-1)
    : []
  const isReserved = [...reservedLabels, ...reserved, ...ownLabels].some((word) => skeletonOf(word) === skeleton)
  return isReserved ? 'reserved' : null
}

/** Returns the label of a name directly below the zone's parent, in lower case; null for any other name. */
export const labelOf = (name: string, { parent }: Pick<NameZone, 'parent'>): string | null => {
  const lower = name.toLowerCase()
  const label = lower.slice(0, -parent.length - 1)
  return lower === `${label}.${parent}` && !label.includes('.') ? label : null
}

/** Returns the parent and label of a name in the zone, also below its legacy parent; null for any other name. */
export function placeOf(name: string, zone: NameZone): { parent: string; label: string } | null {
  for (const parent of parentsOf(zone)) {
    const label = labelOf(name, { parent })
    if (label !== null) return { parent, label }
  }
  return null
}

/** The parents whose names lead to accounts, the one of new names first. */
export const parentsOf = ({ parent, legacyParent }: NameZone): readonly string[] =>
  legacyParent === undefined ? [parent] : [parent, legacyParent]

const registerMessage = z.strictObject({
  name: z.string().check(z.maxLength(255)),
  attributes: z
    .record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(512)))
    .check(z.refine((found) => Object.keys(found).length <= 16)),
  /** Seconds since the epoch. */
  timestamp: z.int().check(z.nonnegative()),
})
/** The content that an account signs, as JSON. */
export type RegisterMessage = z.output<typeof registerMessage>

/**
 * Parses the text that an account has signed. Throws INVALID_PARAMS with the field `message` for what has another form, and NONCE_INVALID for
 * a time that is more than ten minutes from `now`.
 */
export function readRegisterMessage(text: string, now: Date): RegisterMessage {
  const parsed = z.safeParse(registerMessage, parseJson(text))
  if (!parsed.success) throw new AppError('INVALID_PARAMS', { details: { field: 'message' } })
  if (Math.abs(now.getTime() / 1000 - parsed.data.timestamp) > messageLifeSeconds) throw new AppError('NONCE_INVALID')
  return parsed.data
}

/** Returns labels to suggest for a typed one, that one first. All but the first follow the zone's rules. */
export const candidateLabels = (label: string, zone: NameZone): readonly string[] => {
  const ends = ['wallet', '-wallet', '-eth', '-xyz', '01', '23'].filter((end) => !label.endsWith(end.replace('-', '')))
  return [label, ...ends.map((end) => `${label}${end}`).filter((each) => labelFault(each, zone) === null)]
}
