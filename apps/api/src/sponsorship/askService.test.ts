import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { smartAccountContracts } from '@latchkey/chains'
import { afterEach, describe, expect, test } from 'vitest'
import { createGuardedFetch } from '../http/guardedFetch.ts'
import { askService } from './askService.ts'

const paymaster = `0x${'9a'.repeat(20)}`
const operation = {
  sender: `0x${'5e'.repeat(20)}`,
  nonce: '0x0',
  callData: '0x',
  callGasLimit: '0x1',
  verificationGasLimit: '0x1',
  preVerificationGas: '0x1',
  maxFeePerGas: '0x1',
  maxPriorityFeePerGas: '0x1',
}
const good = {
  paymaster,
  paymasterData: '0x1234',
  paymasterVerificationGasLimit: '0x10',
  paymasterPostOpGasLimit: '0x0',
}

let server: Server | undefined
afterEach(() => server?.close())
const serve = async (listener: RequestListener): Promise<string> => {
  server = createServer(listener)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/paymaster`
}
const answering = (body: unknown, status = 200) =>
  serve((_, response) => {
    response.writeHead(status, { Location: 'http://127.0.0.1:1/' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
const ownMachine = createGuardedFetch({ reach: 'ownMachine' })
const ask = (url: string, stage: 'stub' | 'final' = 'stub', context?: Record<string, unknown>) =>
  askService(ownMachine, 31337, { stage, operation }, { url, ...(context && { context }) })
const reasonOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'ok',
    ({ name, details }) => [name, details.reason],
  )
const away = ['SPONSOR_REFUSED', 'the app’s paymaster service cannot be reached']
const odd = ['SPONSOR_REFUSED', 'the app’s paymaster service answers something else']

test.each([
  ['stub', 'pm_getPaymasterStubData'],
  ['final', 'pm_getPaymasterData'],
] as const)('a service is asked for the %s as ERC-7677 has it', async (stage, method) => {
  let heard: unknown
  const url = await serve((request, response) => {
    request.on('data', (chunk) => (heard = JSON.parse(String(chunk))))
    request.on('end', () => response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: good })))
  })
  const answer = await ask(url, stage, { policy: 'p' })
  const params = [operation, smartAccountContracts.entryPoint, '0x7a69', { policy: 'p' }]
  expect(heard).toEqual({ jsonrpc: '2.0', id: 1, method, params })
  expect(answer).toEqual({ ...good, sponsor: new URL(url).host, isFinal: stage === 'final' })
})

test('its name is what can be read of it, and its limits are usual ones where it has none', async () => {
  const sponsor = { name: `\u202eAcme\u0000${'x'.repeat(300)}`, icon: 'data:text/html,x' }
  const { paymasterVerificationGasLimit: _, paymasterPostOpGasLimit: __, ...bare } = good
  const url = await answering({ result: { ...bare, sponsor, isFinal: true, extra: 1 } })
  const answer = await ask(url)
  expect(answer).toMatchObject({
    isFinal: true,
    paymasterVerificationGasLimit: '0x249f0',
    paymasterPostOpGasLimit: '0xc350',
  })
  expect(answer.sponsor).toMatch(/^Acmex+$/)
  expect(answer.sponsor.length).toBeLessThanOrEqual(64)
  expect(answer).not.toHaveProperty('extra')
})

test('its refusal is told in its words, cut and cleaned', async () => {
  const url = await answering({ error: { code: -32000, message: `No \u202emore${'!'.repeat(500)}` } }, 400)
  const [name, reason] = (await reasonOf(ask(url))) as [string, string]
  expect(name).toBe('SPONSOR_REFUSED')
  expect(reason).toMatch(/^the app’s paymaster service says “No more!+”$/)
  expect(reason.length).toBeLessThan(120)
})

describe('what is no answer', () => {
  test.each<[string, unknown]>([
    ['text', '<html>'],
    ['nothing', ''],
    ['null', { result: null }],
    ['data of EntryPoint 0.6', { result: { paymasterAndData: `${paymaster}1234` } }],
    ['an address too short', { result: { ...good, paymaster: '0x12' } }],
    ['address zero, which is no paymaster', { result: { ...good, paymaster: `0x${'00'.repeat(20)}` } }],
    ['no data', { result: { ...good, paymasterData: undefined } }],
    ['data that are no bytes', { result: { ...good, paymasterData: '0x123' } }],
    ['data without end', { result: { ...good, paymasterData: `0x${'00'.repeat(8193)}` } }],
    ['more gas than a transaction has', { result: { ...good, paymasterVerificationGasLimit: '0x1000000' } }],
    ['gas as a number', { result: { ...good, paymasterPostOpGasLimit: 1 } }],
    ['an error without words', { error: 'no' }],
  ])('%s is refused', async (_, body) => {
    const url = await answering(body)
    for (const stage of ['stub', 'final'] as const) expect(await reasonOf(ask(url, stage))).toEqual(odd)
  })

  test.each([301, 302, 307, 308])('a redirect (%s) is not followed', async (status) => {
    expect(await reasonOf(ask(await answering({ result: good }, status)))).toEqual(away)
  })

  test('more than it may say is not read', async () => {
    expect(await reasonOf(ask(await answering('x'.repeat(70_000))))).toEqual(away)
  })

  test('a service that breaks off is away', async () => {
    expect(await reasonOf(ask(await serve((request) => request.socket.destroy())))).toEqual(away)
  })
})

test.each([
  'http://paymaster.example/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1/',
  'https://localhost/',
  'https://user:password@paymaster.example/',
  'file:///etc/passwd',
  'ftp://paymaster.example/',
  'javascript:1',
  'nowhere',
  '',
])('no page has us ask %j', async (url) => {
  const internet = createGuardedFetch({ reach: 'internet' })
  expect(await reasonOf(askService(internet, 1, { stage: 'stub', operation }, { url }))).toEqual(away)
})

test('a context without end or bottom is not sent', async () => {
  const url = await answering({ result: good })
  const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`) as Record<string, unknown>
  for (const context of [{ a: 'x'.repeat(20_000) }, deep])
    expect(await reasonOf(ask(url, 'stub', context))).toEqual([
      'SPONSOR_REFUSED',
      'the app says too much to its paymaster service',
    ])
})
