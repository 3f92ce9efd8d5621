import { localA, mainnet } from '@latchkey/chains'
import type { ApprovalMethod, RpcParams } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { asPage } from '../boundary/Page.ts'
import { asCaller } from '../session/Caller.ts'
import type { ApprovalKind } from './Approval.ts'
import { approvalKinds } from './approvalKinds.ts'
import { account, hex, permit, somebody } from './scenarios.fixture.ts'

const page = asPage('https://dapp.example', 'demo', 5)
const caller = asCaller(page, { userId: 'user', sessionId: 'session', address: account })

/** What happens before anything is on screen. */
const prepare = async <method extends ApprovalMethod>(method: method, params: unknown, network = mainnet) => {
  const kind = (await approvalKinds[method]()) as ApprovalKind<method>
  return kind.prepare(params as RpcParams<method>, { caller, network, claim: null } as never)
}
const maxUint256 = `0x${'f'.repeat(64)}`
const typed = (change: object = {}) => JSON.stringify({ ...permit(1n), ...change })

describe('before anything is shown', () => {
  test.each([
    ['in lower case', account.toLowerCase()],
    ['with its checksum', account],
  ])('personal_sign takes the connected account %s', async (_, address) => {
    expect(await prepare('personal_sign', [hex('hi'), address])).toBeTypeOf('function')
  })

  const refused: readonly [what: string, method: ApprovalMethod, params: unknown, error: string][] = [
    ['another account', 'personal_sign', [hex('hi'), somebody], 'UNAUTHORIZED'],
    ['no account', 'personal_sign', [hex('hi'), '0x00'], 'ADDRESS_INVALID'],
    ['a wrong checksum', 'personal_sign', [hex('hi'), account.replace('f39F', 'F39f')], 'ADDRESS_INVALID'],
    ['half a byte', 'personal_sign', ['0x0', account], 'INVALID_PARAMS'],
    ['plain text', 'personal_sign', ['hi', account], 'INVALID_PARAMS'],

    ['another account', 'eth_signTypedData_v4', [somebody, typed()], 'UNAUTHORIZED'],
    ['no JSON', 'eth_signTypedData_v4', [account, '{'], 'PARSE_ERROR'],
    ['another network', 'eth_signTypedData_v4', [account, typed({ domain: { chainId: 10 } })], 'CHAIN_ID_MISMATCH'],
    ['a missing type', 'eth_signTypedData_v4', [account, typed({ primaryType: 'Nothing' })], 'INVALID_PARAMS'],
    ['too many bits', 'eth_signTypedData_v4', [account, JSON.stringify(permit(2n ** 256n))], 'INVALID_PARAMS'],

    ['another account', 'eth_sendTransaction', [{ from: somebody, to: account }], 'UNAUTHORIZED'],
    ['no sender', 'eth_sendTransaction', [{ to: somebody }], 'ADDRESS_INVALID'],
    ['a bad receiver', 'eth_sendTransaction', [{ from: account, to: '0x123' }], 'ADDRESS_INVALID'],
    [
      'a receiver with a wrong checksum',
      'eth_sendTransaction',
      [{ from: account, to: somebody.replace('C5', 'c5') }],
      'ADDRESS_INVALID',
    ],
    ['another network', 'eth_sendTransaction', [{ from: account, to: somebody, chainId: '0xa' }], 'CHAIN_ID_MISMATCH'],
    [
      'two kinds of fee',
      'eth_sendTransaction',
      [{ from: account, to: somebody, gasPrice: '0x1', maxFeePerGas: '0x1' }],
      'GAS_PRICE_CONFLICT',
    ],
    [
      'a tip above the fee',
      'eth_sendTransaction',
      [{ from: account, to: somebody, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }],
      'TIP_ABOVE_FEE_CAP',
    ],
    [
      'a fee beyond 256 bits',
      'eth_sendTransaction',
      [{ from: account, to: somebody, maxFeePerGas: `${maxUint256}0` }],
      'FEE_CAP_TOO_HIGH',
    ],
    ['neither receiver nor code', 'eth_sendTransaction', [{ from: account }], 'INVALID_PARAMS'],
    [
      'a delegation of the account',
      'eth_sendTransaction',
      [{ from: account, to: somebody, authorizationList: [] }],
      'INVALID_PARAMS',
    ],
  ]
  test.each(refused)('%s is refused: %s', async (_, method, params, name) => {
    await expect(prepare(method, params)).rejects.toMatchObject({ name })
  })

  test('the network of the request counts, not the one of the wallet', async () => {
    const toLocal = [{ from: account, to: somebody, chainId: '0x7a69' }]
    expect(await prepare('eth_sendTransaction', toLocal, localA as never)).toBeTypeOf('function')
    await expect(prepare('eth_sendTransaction', toLocal)).rejects.toMatchObject({ name: 'CHAIN_ID_MISMATCH' })
  })
})
