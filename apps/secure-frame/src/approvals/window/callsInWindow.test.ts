import { localB, parseUserOperation, userOperationHash } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import type { Signable } from '@latchkey/vault-protocol'
import { describe, expect, test } from 'vitest'
import type { ServiceName } from '../../smartAccount/services.ts'
import type { ApprovalTools } from '../Approval.ts'
import { createOperationSubmission } from '../calls/createOperationSubmission.ts'
import { fillOperation } from '../calls/fillOperation.ts'
import { readSendCalls } from '../calls/readSendCalls.ts'
import { lent, payCall, smartChain, sponsorAnswer, transferCall } from '../callsScenarios.fixture.ts'
import type { Question } from '../createApprovalQueue.ts'
import { richChain, somebody } from '../scenarios.fixture.ts'
import { openLine, settled } from './line.fixture.ts'

const params = [
  { version: '2.0.0', chainId: '0x539', calls: [transferCall(somebody, 12_500_000n), payCall(somebody, 1n)] },
] as const

/** A batch of an account that is not set up yet, shown to the user in a window. */
const batchInWindow = async () => {
  const line = openLine()
  const signed: Signable[] = []
  const served: { name: ServiceName; params: Record<string, unknown> }[] = []
  const chain: Record<string, unknown> = { ...richChain, ...smartChain, eth_getCode: '0x' }
  const answers: Partial<Record<ServiceName, unknown>> = {
    sponsor: sponsorAnswer(),
    rememberCalls: { id: 'calls' },
    send: ({ operation }: { operation: unknown }) => ({
      hash: userOperationHash(parseUserOperation(operation), localB.id),
    }),
  }
  const say = (answer: unknown, given: unknown) => {
    const said = typeof answer === 'function' ? answer(given) : answer
    if (said instanceof AppError) throw said
    return said as never
  }
  const tools: Partial<ApprovalTools> = {
    sign: async (content) => {
      signed.push(content)
      return new Uint8Array(65).fill(28)
    },
    read: async (method, given) => say(chain[method], given),
    services: async (name, given) => {
      served.push({ name, params: given as Record<string, unknown> })
      return say(answers[name], given)
    },
    lock: (_, work) => work(),
  }
  const caller = { origin: 'https://dapp.example', projectId: 'demo', address: lent.address, smartAccount: lent }
  const asked = line.ask('calls', {
    method: 'wallet_sendCalls',
    params: structuredClone(params) as never,
    requestContext: { caller, network: localB, claim: null } as Question['requestContext'],
    tools: tools as ApprovalTools,
  })
  await settled()
  line.approvalWindow.open()
  const window = await line.load()
  const { digest, request } = window.last()
  const inside = { ...window.line.tools(digest), account: lent, network: localB }
  const plan = { calls: readSendCalls(request.params as never, { caller, network: localB }).calls }
  const filled = await fillOperation(plan, inside)
  const submission = createOperationSubmission(filled, {
    ...inside,
    plan,
    until: 'taken',
    onSigned: async (hash) => {
      await inside.services('rememberCalls', { id: null, hash, isLegacy: false, atomic: true })
    },
    wait: async () => undefined,
  })
  return { ...line, ...asked, answers, digest, filled, request, served, signed, submission, window }
}

describe('a batch in the window', () => {
  test('names the smart account and its owner in what its digest covers', async () => {
    const { request } = await batchInWindow()
    expect(request).toMatchObject({
      account: lent.address,
      smartAccount: { kind: 'eip7702', owner: lent.owner },
      network: 'eip155:1337',
      params,
    })
  })

  test('is filled, signed, remembered and sent by the frame, whole, and answered with its id', async () => {
    const { submission, filled, served, signed, window, digest, result } = await batchInWindow()
    expect(filled).toMatchObject({ payer: { kind: 'sponsor', name: 'Arcswap' }, setUp: { kind: 'lend' } })
    await submission.submit()
    expect(signed.map(({ kind }) => kind)).toEqual(['authorization', 'typedData'])
    expect(served.map(({ name }) => name)).toEqual(['sponsor', 'sponsor', 'rememberCalls', 'send'])
    expect(parseUserOperation(served.at(-1)?.params.operation)).toMatchObject({
      ...filled.operation,
      signature: `0x${'1c'.repeat(65)}`,
      authorization: { yParity: 1 },
    })
    window.line.decide(digest, { kind: 'approve', result: { id: 'calls' } })
    expect(await result).toEqual({ id: 'calls' })
  })

  test('stays the same operation where its answer is lost on the way', async () => {
    const { submission, answers, served, signed } = await batchInWindow()
    const { send } = answers
    answers.send = new AppError('BUNDLER_UNREACHABLE')
    await expect(submission.submit()).rejects.toMatchObject({ name: 'BUNDLER_UNREACHABLE' })
    answers.send = send
    await submission.submit()
    const sent = served.filter(({ name }) => name === 'send')
    expect(sent[1]).toEqual(sent[0])
    expect(signed).toHaveLength(2)
  })

  test('hears in words why it is not taken, and who pays no more', async () => {
    const { submission, answers } = await batchInWindow()
    const details = { reason: 'what Arcswap pays for in a day is spent' }
    answers.sponsor = new AppError('SPONSOR_REFUSED', { details })
    await expect(submission.submit()).rejects.toMatchObject({ name: 'SPONSOR_REFUSED', details })
  })
})
