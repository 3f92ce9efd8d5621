import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { isAppError } from '@latchkey/protocol'
import type { Caller } from '@latchkey/secure-frame/test'
import type { Sql } from 'postgres'
import { verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'
import type { Browser, Frame } from './createBrowser.ts'
import { appearance, type TestUser } from './createTestUser.ts'
import { decodeBase58 } from './decodeBase58.ts'
import { findFaults, findLeftovers } from './findFaults.ts'
import type { Outcome } from './journeys.ts'

/** Thrown when an invariant does not hold. */
export class Broken extends Error {
  override readonly name = 'Broken'
}

/**
 * Verifies a user's state after a journey, once everything runs again: browsers that were cut off are rejected, and admitted after a
 * sign-in; the others open the wallet; a new device with only the email recovers every address that was ever shown, and signs with each;
 * neither database holds forbidden data; and a new key, made without a fault, leaves nothing of the old one.
 */
export async function verifyTestUser(sql: Sql, testUser: TestUser, { inside, cutOff }: Outcome): Promise<void> {
  for (const browser of cutOff) {
    browser.reload()
    await requireRefused(browser, testUser)
  }
  for (const browser of inside) {
    browser.reload()
    await requireWallet(browser, testUser, await testUser.enter(browser))
  }
  for (const browser of testUser.browsers) {
    const { ready } = await browser.vaultStorage.read()
    for (const address of Object.values(ready?.record.addresses ?? {}).flat()) testUser.shown.add(address)
  }
  const newest = testUser.newBrowser()
  const caller = await signInByEither(testUser, newest)
  await requireWallet(newest, testUser, caller)
  await requireKeys(newest.frame(), testUser, caller)
  requireNone(await findFaults(sql, caller.userId))

  for (const browser of cutOff) await requireWallet(browser, testUser, await testUser.signIn(browser))
  await rotate(newest, testUser, caller)
  await requireWallet(newest, testUser, caller)
  requireNone(await findFaults(sql, caller.userId))
  requireNone(await findLeftovers(sql, caller.userId))
}

/** Signs in with the address that the user expects, or, if the services report that it is no longer theirs, with the new one. */
async function signInByEither(testUser: TestUser, browser: Browser): Promise<Caller> {
  try {
    return await testUser.signIn(browser)
  } catch (error) {
    if (!isAppError(error, 'EMAIL_IN_USE') || testUser.nextEmail === null) throw error
    testUser.email = testUser.nextEmail
    return await testUser.signIn(browser)
  }
}

const requireNone = (faults: readonly string[]): void => {
  if (faults.length > 0) throw new Broken(faults.join('; '))
}

/** Requires that this browser's session and share are both worthless, with one error of the catalog. */
async function requireRefused(browser: Browser, testUser: TestUser): Promise<void> {
  const { session } = browser.frame()
  try {
    await session.unlock(await session.caller(testUser.page))
  } catch (error) {
    if (isAppError(error, 'SESSION_EXPIRED') || isAppError(error, 'UNAUTHORIZED')) return
    throw error
  }
  throw new Broken('A device that was cut off opens the wallet')
}

/** Requires that this browser has the wallet, unlocked, with every address that was ever shown, and signs with each Ethereum one. */
async function requireWallet(browser: Browser, testUser: TestUser, caller: Caller): Promise<void> {
  const { vault, session } = browser.frame()
  const { addresses } = await session.wallet(caller)
  const held = new Set([...addresses.eip155, ...addresses.solana])
  const missing = [...testUser.shown].filter((address) => !held.has(address))
  if (missing.length > 0) throw new Broken(`Shown, and not in the wallet: ${missing.join(', ')}`)
  const { wallet, unlocked } = await vault.status(undefined)
  if (wallet?.state !== 'ready' || !unlocked) throw new Broken(`The wallet is ${wallet?.state}, unlocked: ${unlocked}`)
  for (const address of addresses.eip155) {
    const message = new TextEncoder().encode(`I am ${address}`)
    const { signature } = await vault.sign({ kind: 'personalMessage', address, message: message.buffer })
    const signed = { address: address as `0x${string}`, message: { raw: message } }
    if (!(await verifyMessage({ ...signed, signature: bytesToHex(new Uint8Array(signature)) })))
      throw new Broken(`The signature is not of ${address}`)
  }
}

/** Requires that the keys that this device shows are those of all addresses, verified by other libraries. */
async function requireKeys(frame: Frame, testUser: TestUser, caller: Caller): Promise<void> {
  await frame.session.revealKeys(caller, { appearance })
  const revealed = new Set<string>()
  for (const { kind, question } of frame.asked) {
    if (kind !== 'reveal') continue
    for (const group of question.groups) {
      if (group.kind === 'words') continue
      const [address = ''] = group.addresses
      const text = new TextDecoder().decode(group.text)
      const isOf = group.kind === 'evmKey' ? isEvmKeyOf(text, address) : isSolanaKeyOf(text, address)
      if (!isOf) throw new Broken(`The key is not of ${address}`)
      revealed.add(address)
    }
  }
  const missing = [...testUser.shown].filter((address) => !revealed.has(address))
  if (missing.length > 0) throw new Broken(`No key is shown for ${missing.join(', ')}`)
}

const isEvmKeyOf = (key: string, address: string): boolean =>
  privateKeyToAccount(key as `0x${string}`).address.toLowerCase() === address.toLowerCase()

/** The DER prefix of an Ed25519 key: RFC 8410. */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** Signs with the secret half, and verifies the signature against the address. */
const isSolanaKeyOf = (pair: string, address: string): boolean => {
  const seed = decodeBase58(pair).subarray(0, 32)
  const key = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' })
  const spki = Buffer.concat([publicPrefix, decodeBase58(address)])
  const message = Buffer.from(`I am ${address}`)
  return verify(null, message, createPublicKey({ key: spki, format: 'der', type: 'spki' }), sign(null, message, key))
}

async function rotate(browser: Browser, testUser: TestUser, caller: Caller): Promise<void> {
  const { session, stepUp } = browser.frame()
  await testUser.confirm(browser.frame(), caller)
  await session.changeWallet(caller, { kind: 'rotate' }, { appearance, callCustody: stepUp.callCustody })
}
