import { AppError } from '@latchkey/protocol/errors'
import { wrap } from 'comlink'
import { expect, onTestFinished, test } from 'vitest'
import type { VaultHandlers } from '../custody/vaultHandlers.ts'
import { attacks } from '../testing/attacks.ts'
import { exposeVault } from './exposeVault.ts'

type Remote = { [name in keyof VaultHandlers]: (...inputs: unknown[]) => Promise<unknown> }

const nonce = 'AAECAwQFBgcICQoLDA0ODw'
const status = { deviceId: null, wallet: null, unlocked: false }

/** A vault that only records calls, behind the guard, and the other end of its port. */
const guardedVault = (changed: Partial<VaultHandlers> = {}) => {
  const calls: [name: string, input: unknown][] = []
  const handlers = new Proxy({} as VaultHandlers, {
    get: (_, name: keyof VaultHandlers) => async (input: never) => {
      calls.push([name, input])
      return changed[name] ? changed[name](input) : status
    },
  })
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => {
    port1.close()
    port2.close()
  })
  exposeVault(handlers, port1)
  const replies: unknown[] = []
  port2.addEventListener('message', ({ data }) => replies.push(data))
  return { calls, replies, port: port2, remote: wrap<Remote>(port2) }
}

/** A port keeps order: once this call is answered, all earlier messages have been processed. */
const settle = async (remote: { status: () => Promise<unknown> }): Promise<void> => {
  for (let turn = 0; turn < 3; turn++) await remote.status()
}

test.each(attacks())('$title: no call, no answer', async ({ message, transfer = [] }) => {
  const { calls, replies, port, remote } = guardedVault()
  port.postMessage(message, transfer)
  await settle(remote)
  expect(calls).toEqual([
    ['status', undefined],
    ['status', undefined],
    ['status', undefined],
  ])
  expect(replies).toHaveLength(3)
})

test('the raw attack of unguarded comlink goes unanswered and leaves the realm as it was', async () => {
  const { calls, remote } = guardedVault()
  // biome-ignore lint/suspicious/noExplicitAny: the attacker has no types
  const attacker = remote as any
  const answers: unknown[] = []
  const attempt = (work: PromiseLike<unknown>): void => {
    work.then(
      (answer) => answers.push(answer),
      (error) => answers.push(error),
    )
  }
  attempt(new attacker.constructor.constructor('return globalThis'))
  attempt(new attacker.status.constructor('return globalThis'))
  attempt(attacker.constructor.constructor('return globalThis'))
  attempt(attacker.status.call({ stolen: true }))
  attempt(attacker.status)
  attacker.constructor.prototype.polluted = 'yes'
  attacker.status = 'replaced'
  await settle(remote)
  expect(answers).toEqual([])
  expect(calls.map(([name]) => name)).toEqual(['status', 'status', 'status'])
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
})

test('arguments that do not match their row are refused before the vault sees them', async () => {
  const { calls, remote } = guardedVault()
  const refused = { ok: false, error: { name: 'INVALID_PARAMS', details: {} } }
  const bad: [name: keyof VaultHandlers, input: unknown][] = [
    ['createWallet', undefined],
    ['createWallet', { userId: '../../etc' }],
    ['unlock', { sealedAuthShare: { toString: 1 }, nonce }],
    ['unlock', { sealedAuthShare: 'AA' }],
    ['unlock', { sealedAuthShare: 'AA', nonce: nonce.slice(1) }],
    ['proveDevice', { authority: 'constructor', method: 'GET', path: '/x', bodySha256: '' }],
    ['proveDevice', { authority: 'api', method: 'GET', path: 'https://evil.example/', bodySha256: '' }],
    ...['/a:1', '/%3a', '/%2F', '/%2e%2e', '/%253A', '/%', '/x?y', '/@a', '%3A/x', `/${'%3A'.repeat(171)}`].map(
      (path): [name: keyof VaultHandlers, input: unknown] => [
        'proveDevice',
        { authority: 'api', method: 'GET', path, bodySha256: '' },
      ],
    ),
    ['sign', { kind: 'authorization', address: `0x${'1'.repeat(40)}`, chainId: 0, nonce: 0 }],
    ['sign', { kind: 'authorization', address: `0x${'1'.repeat(40)}`, chainId: 1.5, nonce: 0 }],
    ['sign', { kind: 'authorization', address: `0x${'1'.repeat(40)}`, chainId: 1, nonce: -1 }],
    ['sign', { kind: 'authorization', address: `0x${'1'.repeat(40)}`, chainId: '1', nonce: 0 }],
    ['sign', { kind: 'authorization', address: `0x${'1'.repeat(40)}`, nonce: 0 }],
    ['sign', { kind: 'personalMessage', address: '0x1', message: new ArrayBuffer(1) }],
    ['sign', { kind: 'personalMessage', address: `0x${'1'.repeat(40)}`, message: 'text' }],
    ['sign', { kind: 'personalMessage', address: `0x${'1'.repeat(40)}`, message: new ArrayBuffer(262_145) }],
    ['sign', { kind: 'digest', address: `0x${'1'.repeat(40)}`, digest: new ArrayBuffer(32) }],
    ['status', { unexpected: true }],
  ]
  for (const [name, input] of bad) expect(await remote[name](input)).toEqual(refused)
  expect(calls).toEqual([])
})

test('unknown fields do not reach the vault', async () => {
  const { calls, remote } = guardedVault({ createWallet: async () => ({}) as never })
  const userId = '00000000-0000-4000-8000-000000000001'
  await remote.createWallet({ userId, extra: 1, constructor: 2 })
  expect(calls).toEqual([['createWallet', { userId }]])
})

test('errors of the catalogue cross as name and details, others as INTERNAL; never a stack or a cause', async () => {
  const { replies, remote } = guardedVault({
    unlock: async () => {
      throw new AppError('SHARE_INVALID', { cause: new Error('secret cause'), details: { field: 'share' } })
    },
    lock: async () => {
      throw new Error('secret message')
    },
  })
  await remote.unlock({ sealedAuthShare: 'AA', nonce })
  await remote.lock()
  expect(replies.map((reply) => (reply as { value: unknown }).value)).toEqual([
    { ok: false, error: { name: 'SHARE_INVALID', details: { field: 'share' } } },
    { ok: false, error: { name: 'INTERNAL', details: {} } },
  ])
})

test('an answer that does not match its row does not leave', async () => {
  const { remote } = guardedVault({
    openDevice: async () => ({ deviceId: 'id', privateKey: 'secret' }) as never,
    lock: async () => ({ privateKey: 'secret' }) as never,
  })
  expect(await remote.openDevice()).toEqual({ ok: true, result: { deviceId: 'id' } })
  expect(await remote.lock()).toEqual({ ok: false, error: { name: 'INTERNAL', details: {} } })
})
