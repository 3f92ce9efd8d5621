import type { Question, QuestionKind } from './questions.ts'

const bytes = (length: number, value = 7): ArrayBuffer => new Uint8Array(length).fill(value).buffer
const ascii = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer

const passkey = { salt: bytes(32), credentialId: bytes(32, 9) }
const [evmAddress, solanaAddress] = [
  '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
]

/** A wallet of published words, and a separate key. */
export const revealedGroups = (): Question<'reveal'>['groups'] => [
  {
    kind: 'words',
    addresses: [evmAddress, solanaAddress],
    text: ascii(`${'abandon '.repeat(23)}art`),
  },
  { kind: 'evmKey', addresses: [evmAddress], text: ascii(`0x${'1ab42cc412b618bdea3a599e3c9bae19'.repeat(2)}`) },
  {
    kind: 'solanaKey',
    addresses: [solanaAddress],
    text: ascii('27npWoNE4HfmLeQo1TyWcW7NEA28qnsnDK7kcttDQEWrCWnro83HMJ97rMmpvYYZRwDAvG4KRuB7hTBacvwD7bgi'),
  },
]

type Scenario<kind extends QuestionKind = QuestionKind> = { kind: kind; question: Question<kind> }
const scenario = <kind extends QuestionKind>(kind: kind, question: Question<kind>): Scenario<kind> => ({
  kind,
  question,
})

/** A question of every kind, in every visually distinct state. */
export const screenScenarios = {
  'set passphrase': scenario('setPassphrase', { purpose: 'recovery', salt: bytes(16) }),
  'set passphrase of a file': scenario('setPassphrase', { purpose: 'file', salt: bytes(16) }),
  'enter passphrase': scenario('enterPassphrase', { salt: bytes(16), failed: false }),
  'enter passphrase again': scenario('enterPassphrase', { salt: bytes(16), failed: true }),
  'create passkey': scenario('createPasskey', { salt: bytes(32), userName: 'ada@example.com' }),
  'use passkey': scenario('usePasskey', { ...passkey, failed: false }),
  'use passkey again': scenario('usePasskey', { ...passkey, failed: true }),
  'import words': scenario('import', { from: 'mnemonic' }),
  'import words again': scenario('import', { from: 'mnemonic', failed: { reason: 'word', position: 11 } }),
  'import an EVM key': scenario('import', { from: 'evmKey' }),
  'import a Solana key again': scenario('import', { from: 'solanaKey', failed: { reason: 'mismatch' } }),
  'confirm the end of a passphrase': scenario('confirm', { ends: 'passphrase' }),
  'confirm the end of a passkey': scenario('confirm', { ends: 'passkey' }),
  reveal: scenario('reveal', { groups: revealedGroups() }),
} as const satisfies Record<string, Scenario>
export type ScreenScenarioName = keyof typeof screenScenarios
