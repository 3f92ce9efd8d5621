import { encodeBase64url, type WalletRecord } from '@latchkey/api-client'
import type { Vault } from '@latchkey/vault-protocol'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Person } from '../screens/questions.ts'
import type { Bytes } from '../secrets.ts'
import { change, login } from '../testing/login.ts'
import { releasePairTo, releaseTo } from '../testing/releaseTo.ts'
import { deviceOf, testAuthorities } from '../testing/testAuthorities.ts'
import { testOwner } from '../testing/testOwner.ts'
import { testPartition, testVault } from '../testing/testVault.ts'

const userId = '00000000-0000-4000-8000-000000000001'

type Seen = { what: string; bytes: Uint8Array }

const viewOf = (source: unknown): Uint8Array =>
  source instanceof ArrayBuffer ? new Uint8Array(source) : (source as Uint8Array)

/**
 * Records every buffer with key material that passes WebCrypto: imported keys, encrypted, decrypted and derived data. Kept by reference: a
 * buffer that is zeroed later is zero here.
 */
const watchWebCrypto = (): Seen[] => {
  const seen: Seen[] = []
  const { subtle } = crypto
  const original = {
    importKey: subtle.importKey,
    encrypt: subtle.encrypt,
    decrypt: subtle.decrypt,
    deriveBits: subtle.deriveBits,
  }
  const note = (what: string, bytes: Uint8Array): void => {
    if (bytes.some((byte) => byte !== 0)) seen.push({ what, bytes })
  }
  vi.spyOn(subtle, 'importKey').mockImplementation(((...input: Parameters<SubtleCrypto['importKey']>) => {
    const [format, data, algorithm] = input
    // HPKE imports HKDF keys too, longer ones: its Diffie-Hellman secrets never leave its library.
    const isKey = algorithm === 'HKDF' || (algorithm === 'AES-GCM' && format === 'raw')
    if (algorithm === 'PBKDF2' || (isKey && viewOf(data).length === 32)) {
      note(`${format} ${algorithm} key`, viewOf(data))
    }
    return original.importKey.apply(subtle, input)
  }) as SubtleCrypto['importKey'])
  vi.spyOn(subtle, 'encrypt').mockImplementation((...input) => {
    note('plaintext to encrypt', viewOf(input[2]))
    return original.encrypt.apply(subtle, input)
  })
  vi.spyOn(subtle, 'decrypt').mockImplementation(async (...input) => {
    const plaintext = await original.decrypt.apply(subtle, input)
    note('decrypted plaintext', viewOf(plaintext))
    return plaintext
  })
  vi.spyOn(subtle, 'deriveBits').mockImplementation(async (...input) => {
    const bits = await original.deriveBits.apply(subtle, input)
    if ((input[0] as Algorithm).name === 'PBKDF2') note('seed', viewOf(bits))
    return bits
  })
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  return seen
}

/** A source of random bytes that records those for keys: nonces and ids are shorter. */
const watchedRandom = () => {
  const given: Uint8Array[] = []
  const random = (length: number): Bytes => {
    const bytes = crypto.getRandomValues(new Uint8Array(length))
    if (length === 32) given.push(bytes)
    return bytes
  }
  return { given, random }
}

const notZero = (seen: readonly Seen[]): string[] =>
  seen.filter(({ bytes }) => bytes.some((byte) => byte !== 0)).map(({ what }) => what)

const counted = (seen: readonly Seen[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { what } of seen) counts[what] = (counts[what] ?? 0) + 1
  return counts
}

const sign = async (vault: Vault, address = ''): Promise<void> => {
  await vault.sign({ kind: 'personalMessage', address, message: new ArrayBuffer(3) })
}

test('making a wallet leaves no key in any buffer', async () => {
  const authorities = await testAuthorities()
  const { given, random } = watchedRandom()
  const vault = testVault(authorities, testPartition(), { random })
  await vault.openDevice(undefined)
  const seen = watchWebCrypto()
  await vault.createWallet({ userId })
  expect(given).toHaveLength(2)
  expect(given.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true)
  // The mnemonic and the vault key; the payload, the device share and three sealed shares; the seed.
  expect(counted(seen)).toEqual({ 'raw PBKDF2 key': 1, 'raw HKDF key': 1, 'plaintext to encrypt': 5, seed: 1 })
  expect(notZero(seen)).toEqual([])
})

test('unlocking, signing and recovering leave no key in any buffer', async () => {
  const authorities = await testAuthorities()
  const partition = testPartition()
  const record = await login({ vault: testVault(authorities, partition), authorities, userId })
  const vault = testVault(authorities, partition)
  const device = await deviceOf(vault)
  const released = await releaseTo(vault, { authorities, record, device })
  const recovery = await releasePairTo(vault, { authorities, record, device })

  const seen = watchWebCrypto()
  await vault.unlock(released)
  await sign(vault, record.addresses.eip155[0])
  expect(counted(seen)).toEqual({ 'decrypted plaintext': 3, 'raw HKDF key': 1, 'raw PBKDF2 key': 1, seed: 1 })
  expect(notZero(seen)).toEqual([])

  await vault.recoverWallet(recovery)
  expect(counted(seen)).toEqual({
    'decrypted plaintext': 6,
    // The device share; the auth share for the api, and to send again.
    'plaintext to encrypt': 3,
    'raw HKDF key': 2,
    'raw PBKDF2 key': 2,
    seed: 2,
  })
  expect(notZero(seen)).toEqual([])
})

test('a failure leaves no key in any buffer', async () => {
  const authorities = await testAuthorities()
  const { given, random } = watchedRandom()
  const partition = testPartition()
  const failing = {
    ...partition,
    storage: {
      ...partition.storage,
      update: async () => {
        throw new Error('disk full')
      },
    },
  }
  await testVault(authorities, partition).openDevice(undefined)
  const vault = testVault(authorities, failing, { random })
  const seen = watchWebCrypto()
  await expect(vault.createWallet({ userId })).rejects.toThrow('disk full')
  expect(seen.length).toBeGreaterThan(5)
  expect(notZero(seen)).toEqual([])
  expect(given.flatMap((bytes) => [...bytes])).toEqual(new Array(64).fill(0))
})

/** Data between vault and user, by reference: shown text, typed input, derived secrets. */
const watchPerson = (person: Person): { person: Person; seen: Seen[] } => {
  const seen: Seen[] = []
  const note = (what: string, values: object): void => {
    for (const [name, value] of Object.entries(values)) {
      if (value instanceof ArrayBuffer && ['secret', 'typed', 'text'].includes(name))
        seen.push({ what: `${what} ${name}`, bytes: new Uint8Array(value) })
    }
  }
  const ask: Person['ask'] = async (kind, question, appearance) => {
    if ('groups' in question) for (const group of question.groups) note(kind, group)
    const answer = await person.ask(kind, question, appearance)
    note(kind, answer)
    return answer
  }
  return { person: { ...person, ask }, seen }
}

const imports = {
  mnemonic: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  evmKey: '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
  solanaKey: '8pM1DN3RiT8vbom5u1sNryaNT1nyL8CTTW3b5PwWXRBH',
}

test('changing, showing, exporting and recovering with the user leave no key in any buffer', async () => {
  const authorities = await testAuthorities()
  const { given, random } = watchedRandom()
  const { person: owner, owner: known } = testOwner()
  const { person, seen: said } = watchPerson(owner)
  const open = () => testVault(authorities, testPartition(), { random, person })
  const appearance = { mode: 'light' } as const
  const parties = { vault: open(), authorities, userId, appearance }
  await login(parties)
  const exported = async () => {
    const record = authorities.walletOf(userId)
    if (record === null) throw new Error('There is no wallet')
    return { ...(await releaseTo(parties.vault, { authorities, record, use: 'export' })), appearance }
  }
  const operations: Record<string, () => Promise<unknown>> = {
    'an import of words': () => change(parties, { kind: 'import', from: 'mnemonic' }),
    'an import of an EVM key': () => change(parties, { kind: 'import', from: 'evmKey' }),
    'an import of a Solana key': () => change(parties, { kind: 'import', from: 'solanaKey' }),
    'a passphrase': () => change(parties, { kind: 'recovery', to: 'passphrase' }),
    'a new key': () => change(parties, { kind: 'rotate' }),
    'a recovery with the passphrase': () => login({ ...parties, vault: open() }),
    'a passkey': () => change(parties, { kind: 'recovery', to: 'passkey' }),
    'a new key with the passkey': () => change(parties, { kind: 'rotate' }),
    'a recovery with the passkey': () => login({ ...parties, vault: open() }),
    'showing keys': async () => parties.vault.revealKeys(await exported()),
    'a recovery file': async () => parties.vault.makeRecoveryFile(await exported()),
  }
  const seen = watchWebCrypto()
  for (const [title, operate] of Object.entries(operations)) {
    known.imports = [imports.mnemonic, imports.evmKey, imports.solanaKey].slice(Object.keys(operations).indexOf(title))
    seen.length = said.length = given.length = 0
    await operate()
    expect(seen.length, title).toBeGreaterThan(3)
    expect({ title, left: notZero([...seen, ...said]) }).toEqual({ title, left: [] })
    // Salts are random bytes too, and no secrets.
    const keys = given.filter((bytes) => !isSaltOf(authorities.walletOf(userId), bytes))
    expect({ title, keys: keys.filter((bytes) => bytes.some((byte) => byte !== 0)) }).toEqual({ title, keys: [] })
    if (/import|pass|showing|file/.test(title)) expect(said.length, title).toBeGreaterThan(0)
  }
})

const isSaltOf = (record: WalletRecord | null, bytes: Uint8Array): boolean =>
  record?.recovery.kind === 'passkey' && record.recovery.salt === encodeBase64url(bytes)
