import { createHash, randomBytes } from 'node:crypto'
import { encodeBase64url } from '@latchkey/api-client'

/** 256 random bits, base64url: whoever has it may do what it is for. */
export const makeSecretToken = (): string => encodeBase64url(new Uint8Array(randomBytes(32)))

/** What is stored of one: a copy of the database opens nothing. It has too much entropy to be guessed, so that no salt is needed. */
export const hashSecretToken = (token: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(token).digest())
