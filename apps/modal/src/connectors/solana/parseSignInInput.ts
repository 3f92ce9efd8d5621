import { AppError } from '@latchkey/protocol'

/** The input of `solana:signIn` (CAIP-122), without the address: the active account's is used. */
export type SignInInput = {
  readonly domain?: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  readonly chainId?: string
  readonly nonce?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

const fields = [
  'domain',
  'statement',
  'uri',
  'version',
  'chainId',
  'nonce',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
] as const

/** The total length of the fields, which become the message with some words between. */
const maxCharacters = 1500

const refuse = (field: string): never => {
  throw new AppError('INVALID_PARAMS', { details: { field } })
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Strips unknown fields. Throws INVALID_PARAMS (`details.field`), and TOO_LARGE above 1,500 characters in total. */
export function parseSignInInput(input: unknown = {}): SignInInput {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return refuse('input')
  const given = input as Record<string, unknown>
  const texts = fields.flatMap((field) => {
    const text = given[field]
    if (text === undefined) return []
    return isText(text) ? [[field, text] as const] : refuse(field)
  })
  const { resources } = given
  if (resources === undefined) return requireSmall(Object.fromEntries(texts))
  if (!Array.isArray(resources) || !resources.every(isText)) return refuse('resources')
  return requireSmall({ ...Object.fromEntries(texts), resources: [...resources] })
}

function requireSmall(input: SignInInput): SignInInput {
  if (JSON.stringify(input).length > maxCharacters) throw new AppError('TOO_LARGE')
  return input
}
