import { t } from '@latchkey/copy/localSignIn'
import * as z from 'zod'
import { type Person, people } from './people.ts'

/** A user's answer on a sign-in page. `invalid` shows it again. */
export type Choice =
  | { kind: 'person'; person: Person; hasOption: boolean }
  | { kind: 'denied' }
  | { kind: 'invalid'; problem: string }

const form = z.object({
  /** One of `people`, by email address, or `deny`. */
  choice: z.enum(['typed', 'deny', ...people.map(({ email }) => email)]),
  name: z.string().max(100).default(''),
  email: z.string().trim().default(''),
  verified: z.string().optional(),
  option: z.string().optional(),
})

/** The default name: `ada.lovelace@example.org` is Ada Lovelace. */
const nameFrom = (email: string): string =>
  (email.split('@')[0] ?? '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ')

/** Reads a sign-in form. */
export const readChoice = (fields: Readonly<Record<string, unknown>>): Choice => {
  const parsed = form.safeParse(fields)
  if (!parsed.success) return { kind: 'invalid', problem: t('problem.noChoice') }
  const { choice, name, email, verified, option } = parsed.data
  if (choice === 'deny') return { kind: 'denied' }
  const hasOption = option !== undefined
  const known = people.find((person) => person.email === choice)
  if (known !== undefined) return { kind: 'person', person: known, hasOption }
  if (!z.email().safeParse(email).success) return { kind: 'invalid', problem: t('problem.noEmail') }
  const person = { name: name.trim() || nameFrom(email) || email, email, isVerified: verified !== undefined }
  return { kind: 'person', person, hasOption }
}
