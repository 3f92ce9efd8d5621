/** Reads parts of a wallet's response. */
import { AppError } from '@latchkey/protocol'
import { readField } from './readField.ts'

/** Maximum length of a response. */
const longestJson = 2_000_000

/** Reads a field of a given type. Throws WALLET_INVALID_RESPONSE. */
export function requireField<type>(from: unknown, name: string, isRight: (value: unknown) => value is type): type {
  const value = readField(from, name)
  if (!isRight(value)) throw new AppError('WALLET_INVALID_RESPONSE')
  return value
}

/** Returns a wallet's response as plain data, copied. Throws WALLET_INVALID_RESPONSE for values that JSON doesn't have. */
export function copyJson(value: unknown): unknown {
  try {
    const text = JSON.stringify(value)
    if (text.length <= longestJson) return JSON.parse(text)
  } catch {}
  throw new AppError('WALLET_INVALID_RESPONSE')
}
