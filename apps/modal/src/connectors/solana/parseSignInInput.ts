import { AppError } from '@latchkey/protocol'

/** The input of `solana:signIn` (CAIP-122), without the address: that is the account in use. */
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

const longestText = 4096
const mostResources = 64

const refuse = (field: string): never => {
  throw new AppError('INVALID_PARAMS', { details: { field } })
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= longestText

/** Strips what it does not know. Throws INVALID_PARAMS (`details.field`). */
export function parseSignInInput(input: unknown = {}): SignInInput {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return refuse('input')
  const given = input as Record<string, unknown>
  const texts = fields.flatMap((field) => {
    const text = given[field]
    if (text === undefined) return []
    return isText(text) ? [[field, text] as const] : refuse(field)
  })
  const { resources } = given
  if (resources === undefined) return Object.fromEntries(texts)
  if (!Array.isArray(resources) || resources.length > mostResources || !resources.every(isText))
    return refuse('resources')
  return { ...Object.fromEntries(texts), resources: [...resources] }
}
