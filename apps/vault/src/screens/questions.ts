import type { Appearance } from '@latchkey/vault-protocol'
import * as z from 'zod/mini'

/**
 * The questions that the vault's worker may ask the user through the vault's document: one row per screen. Both ends parse with these rows.
 * Secrets travel as ArrayBuffers, which the receiver zeroes; no secret is ever a string here.
 */

const bytes = (least: number, most: number) =>
  z.instanceof(ArrayBuffer).check(z.refine(({ byteLength }) => byteLength >= least && byteLength <= most))
const exactly = (length: number) => bytes(length, length)

/** 32 bytes from a passphrase or a passkey. */
const secret = exactly(32)
/** Of Argon2id. */
const passphraseSalt = exactly(16)
/** The input of a passkey's PRF. */
const passkeySalt = exactly(32)
/** As WebAuthn has it: 16 bytes at least, 1023 at most. */
const credentialId = bytes(16, 1023)
const address = z.string().check(z.regex(/^[0-9A-Za-z]{32,44}$/))

/** The fault of a typed secret: its position, never its text. */
const importFailure = z.discriminatedUnion('reason', [
  /** Not 12, 15, 18, 21 or 24 words, but `count`. */
  z.object({ reason: z.literal('count'), count: z.int().check(z.minimum(0), z.maximum(1_000)) }),
  /** The word at `position` (from 1) is not in the list of BIP-39. */
  z.object({ reason: z.literal('word'), position: z.int().check(z.minimum(1), z.maximum(24)) }),
  /** Every word is in the list, and they do not belong together. */
  z.object({ reason: z.literal('checksum') }),
  /** A letter that such a key never holds. */
  z.object({ reason: z.literal('characters') }),
  /** Too short or too long. */
  z.object({ reason: z.literal('length') }),
  /** Of a length that fits, and no private key: zero, or not below the order of the curve. */
  z.object({ reason: z.literal('range') }),
  /** The public half of a Solana key pair is not that of its secret half. */
  z.object({ reason: z.literal('mismatch') }),
  /** The wallet holds it already. */
  z.object({ reason: z.literal('known') }),
])
export type ImportFailure = z.output<typeof importFailure>

/** One secret to show, and its addresses. */
const revealGroup = z.object({
  kind: z.enum(['words', 'evmKey', 'solanaKey']),
  addresses: z.array(address).check(z.minLength(1), z.maxLength(2)),
  /** ASCII: words with one space between them, `0x` and 64 hex digits, or base58 of the 64 bytes of a Solana key pair. */
  text: bytes(32, 256),
})
export type RevealGroup = z.output<typeof revealGroup>

export const questions = {
  /** Choose a passphrase. The document runs Argon2id over it: 64 MiB, three passes, one lane. */
  setPassphrase: {
    question: z.object({ purpose: z.enum(['recovery', 'file']), salt: passphraseSalt }),
    answer: z.object({ secret }),
  },
  /** Enter the passphrase of this salt again. `failed`: the previous one opened nothing. */
  enterPassphrase: {
    question: z.object({ salt: passphraseSalt, failed: z.boolean() }),
    answer: z.object({ secret }),
  },
  /** Make a passkey of the vault's host. `userName`: its name in the user's password manager. */
  createPasskey: {
    question: z.object({ salt: passkeySalt, userName: z.string().check(z.minLength(1), z.maxLength(254)) }),
    answer: z.object({ secret, credentialId }),
  },
  /** Use that passkey. `failed`: its previous output opened nothing. */
  usePasskey: {
    question: z.object({ salt: passkeySalt, credentialId, failed: z.boolean() }),
    answer: z.object({ secret }),
  },
  /** Type the secret to import. `failed`: why the previous input is invalid. Returns its UTF-8, as typed. */
  import: {
    question: z.object({ from: z.enum(['mnemonic', 'evmKey', 'solanaKey']), failed: z.optional(importFailure) }),
    answer: z.object({ typed: bytes(1, 2_048) }),
  },
  /** Confirm that only the email recovers the wallet again. `ends`: its current protection. */
  confirm: {
    question: z.object({ ends: z.enum(['passphrase', 'passkey']) }),
    answer: z.object({ agreed: z.literal(true) }),
  },
  /** Show secrets, each for 60 seconds after a press. `seen`: at least one was. */
  reveal: {
    // Sixty-four sources at most, each with the keys of two accounts.
    question: z.object({ groups: z.array(revealGroup).check(z.minLength(1), z.maxLength(192)) }),
    answer: z.object({ seen: z.boolean() }),
  },
} as const satisfies Record<string, { question: z.ZodMiniType; answer: z.ZodMiniType }>

export type QuestionKind = keyof typeof questions
export type Question<kind extends QuestionKind> = z.output<(typeof questions)[kind]['question']>
export type Answer<kind extends QuestionKind> = z.output<(typeof questions)[kind]['answer']>

/** The user at the vault, as its worker sees them. */
export type Person = {
  /**
   * Asks one question; one at a time. The screen stays, busy, until the next question or `leave`, so that a wrong answer can be corrected
   * in place. Rejects with USER_REJECTED when the user declines or `leave` is called, with UNAUTHORIZED when secrets are to be shown or
   * protection given up and the wallet is not a top-level window, with FRAME_LOAD_FAILED when the screens cannot be loaded, and with
   * INTERNAL when another question is pending. The buffers of the question are the caller's to zero: copies are sent.
   */
  ask<kind extends QuestionKind>(kind: kind, question: Question<kind>, appearance: Appearance): Promise<Answer<kind>>
  /** Closes the screen, whatever it shows. Always called when the work that asked is done. */
  leave(): void
}
