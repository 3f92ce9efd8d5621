import type { AppError, ErrorName } from '@latchkey/protocol/errors'
import { t as common } from '../generated/common.ts'
import { t } from '../generated/errors.ts'

/** The text of an error for users: what happened, what to do next, and the label of the button that does it. */
export type ErrorCopy = { readonly title: string; readonly body: string; readonly action: string }

type Values = { seconds: number; reason: string; capability: string; name: string }

/** An error name without words in `errors.json` doesn't compile. */
const say: (key: `${ErrorName}.${keyof ErrorCopy}`, values: Values) => string = t

const textOf = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : 'unknown')

/**
 * Returns the words for an error, filled from its details.
 *
 * @param about the name of the wallet, login provider or network that the error is about, where the user knows it by one
 */
export const errorCopy = ({ name, details }: Pick<AppError, 'name' | 'details'>, about?: string): ErrorCopy => {
  const values: Values = {
    seconds: typeof details.seconds === 'number' ? details.seconds : 0,
    reason: textOf(details.reason),
    capability: textOf(details.capability),
    name: textOf(about),
  }
  const read = (part: keyof ErrorCopy): string => say(`${name}.${part}`, values)
  return { title: read('title'), body: read('body'), action: read('action') }
}

/** Returns title and body of an error in running text, for a place that has one line for them. */
export const errorLine = (error: Pick<AppError, 'name' | 'details'>, about?: string): string =>
  common('errorLine', errorCopy(error, about))
