import {
  delegationTypedData,
  type EvmAddress,
  formatBase58,
  hybridAccount,
  localA,
  mainnet,
  parseBase58,
  parseEvmAddress,
  parseSolanaTransaction,
  rootAuthority,
  smartAccountContracts,
  solana,
  transferSol,
  userOperationTypedData,
} from '@latchkey/chains'
import type { ApprovalMethod, RpcParams } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { asPage } from '../boundary/Page.ts'
import type { ServedNetwork } from '../chain/networkOf.ts'
import { asCaller } from '../session/Caller.ts'
import type { ApprovalKind } from './Approval.ts'
import { approvalKinds } from './approvalKinds.ts'
import { account, hex, permit, somebody } from './scenarios.fixture.ts'
import { friend, messageOf, sendSol, solanaAccount, transactionOf } from './solanaScenarios.fixture.ts'

const page = asPage('https://dapp.example', 'demo', 5)
const onEthereum = asCaller(page, { userId: 'user', sessionId: 'session', address: account })
const onSolana = asCaller(page, { userId: 'user', sessionId: 'session', address: solanaAccount })

/** The checks before anything is on screen. */
const prepare = async <method extends ApprovalMethod>(
  method: method,
  params: unknown,
  network: ServedNetwork = mainnet,
  caller = onEthereum,
) => {
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

  describe('what would move one of the user’s own accounts', () => {
    const owner = parseEvmAddress(account)
    const { address: smart } = hybridAccount(owner)
    const hybrid = asCaller(
      page,
      { userId: 'user', sessionId: 'session', address: account },
      { kind: 'hybrid', address: smart, owner: account },
    )
    const operationOf = (sender: EvmAddress, kind: 'hybrid' | 'eip7702') =>
      userOperationTypedData(
        {
          sender,
          nonce: 0n,
          callData: '0x',
          callGasLimit: 0n,
          verificationGasLimit: 0n,
          preVerificationGas: 0n,
          maxFeePerGas: 0n,
          maxPriorityFeePerGas: 0n,
          signature: '0x',
        },
        { kind, chainId: mainnet.id },
      )
    const delegationBy = (delegator: EvmAddress) =>
      delegationTypedData(
        {
          delegate: parseEvmAddress(somebody),
          delegator,
          authority: rootAuthority,
          caveats: [],
          salt: 0n,
          signature: '0x',
        },
        mainnet.id,
      )

    test.each([
      ['an operation of the smart account', operationOf(smart, 'hybrid')],
      ['an operation of the account itself', operationOf(owner, 'eip7702')],
      ['a delegation by the smart account', delegationBy(smart)],
      ['a delegation by the account itself', delegationBy(owner)],
    ])('%s is no message, whichever of them is connected', async (_, text) => {
      const refusal = { name: 'DISGUISED_TRANSACTION' }
      await expect(prepare('eth_signTypedData_v4', [account, text])).rejects.toMatchObject(refusal)
      await expect(prepare('eth_signTypedData_v4', [smart, text], mainnet, hybrid)).rejects.toMatchObject(refusal)
      await expect(prepare('eth_signTypedData_v4', [smart, JSON.parse(text)], mainnet, hybrid)).rejects.toMatchObject(
        refusal,
      )
    })

    const { delegationManager, entryPoint, statelessImplementation } = smartAccountContracts
    test.each([
      ['a batch of its own address, which may run code', account, '0xe9ae5c53'],
      ['delegations redeemed in its name', delegationManager, '0xcef6d209'],
      ['its deposit taken', entryPoint, '0x205c2878'],
      ['code of accounts called', statelessImplementation, '0x5c1c6dcd'],
    ])('%s is no transaction of a plain account, nor of a lent address', async (_, to, data) => {
      const lent = asCaller(
        page,
        { userId: 'user', sessionId: 'session', address: account },
        { kind: 'eip7702', address: account, owner: account },
      )
      for (const caller of [onEthereum, lent])
        await expect(
          prepare('eth_sendTransaction', [{ from: account, to, data }], mainnet, caller),
        ).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
    })

    test('a plain account may send itself nothing, which is how a transaction is cancelled', async () => {
      const nothing = [{ from: account, to: account, value: '0x0', nonce: '0x5' }]
      expect(await prepare('eth_sendTransaction', nothing)).toBeTypeOf('function')
      expect(await prepare('eth_sendTransaction', [{ from: account, to: somebody, data: '0x12' }])).toBeTypeOf(
        'function',
      )
    })

    test('of other accounts it is data like any other', async () => {
      for (const text of [operationOf(parseEvmAddress(somebody), 'hybrid'), delegationBy(parseEvmAddress(somebody))]) {
        expect(await prepare('eth_signTypedData_v4', [account, text])).toBeTypeOf('function')
      }
    })

    test('a smart account signs for itself, and its owner for nobody while it is connected', async () => {
      expect(await prepare('personal_sign', [hex('hi'), smart.toLowerCase()], mainnet, hybrid)).toBeTypeOf('function')
      expect(await prepare('eth_signTypedData_v4', [smart, typed()], mainnet, hybrid)).toBeTypeOf('function')
      for (const request of [
        prepare('personal_sign', [hex('hi'), account], mainnet, hybrid),
        prepare('eth_signTypedData_v4', [account, typed()], mainnet, hybrid),
        prepare('personal_sign', [hex('hi'), smart]),
      ])
        await expect(request).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
    })
  })

  test('the network of the request counts, not the one of the wallet', async () => {
    const toLocal = [{ from: account, to: somebody, chainId: '0x7a69' }]
    expect(await prepare('eth_sendTransaction', toLocal, localA)).toBeTypeOf('function')
    await expect(prepare('eth_sendTransaction', toLocal)).rejects.toMatchObject({ name: 'CHAIN_ID_MISMATCH' })
  })
})

describe('before anything of Solana is shown', () => {
  const bytesOf = (transaction: string) => parseBase58(transaction, 'transaction')
  const own = transactionOf([sendSol])
  const theirs = transactionOf([transferSol({ from: friend, to: solanaAccount, lamports: 1n })], friend)
  const withFriend = transactionOf([sendSol], friend)
  const { message } = parseSolanaTransaction(bytesOf(own))
  const given = (transaction: string) =>
    [
      ['solana_signTransaction', { transaction }],
      ['solana_signAndSendTransaction', { transaction }],
      ['solana_signAllTransactions', { transactions: [own, transaction] }],
    ] as const

  test('what wants our signature is taken', async () => {
    for (const [method, params] of given(own)) {
      expect(await prepare(method, params, solana, onSolana)).toBeTypeOf('function')
    }
    const params = { message: messageOf('hello'), pubkey: solanaAccount }
    expect(await prepare('solana_signMessage', params, solana, onSolana)).toBeTypeOf('function')
    expect(await prepare('solana_signTransaction', { transaction: withFriend }, solana, onSolana)).toBeTypeOf(
      'function',
    )
  })

  test.each<[string, string, string]>([
    ['bad base58', '0OIl', 'INVALID_PARAMS'],
    ['more than 1,232 bytes', formatBase58(new Uint8Array(1233).fill(255)), 'TOO_LARGE'],
    ['far more', '1'.repeat(8192), 'TOO_LARGE'],
    ['bytes that are no transaction', formatBase58(new Uint8Array(200).fill(7)), 'INVALID_PARAMS'],
    ['a transaction with a byte too many', formatBase58(Uint8Array.of(...bytesOf(own), 0)), 'INVALID_PARAMS'],
    ['a message without its signatures', formatBase58(message), 'INVALID_PARAMS'],
    ['a transaction that does not want our signature', theirs, 'UNAUTHORIZED'],
  ])('%s is refused', async (_, transaction, name) => {
    for (const [method, params] of given(transaction)) {
      await expect(prepare(method, params, solana, onSolana)).rejects.toMatchObject({ name })
    }
  })

  test('what others have not signed yet is not sent', async () => {
    const refused = prepare('solana_signAndSendTransaction', { transaction: withFriend }, solana, onSolana)
    await expect(refused).rejects.toMatchObject({ name: 'INVALID_PARAMS', details: { field: 'signatures' } })
  })

  test.each<[string, object, string]>([
    ['a transaction in disguise', { message: formatBase58(message) }, 'DISGUISED_TRANSACTION'],
    ['a whole transaction', { message: own }, 'DISGUISED_TRANSACTION'],
    ['for another account', { pubkey: friend }, 'UNAUTHORIZED'],
    ['for no account', { pubkey: 'abc' }, 'ADDRESS_INVALID'],
    ['in bad base58', { message: '0OIl' }, 'INVALID_PARAMS'],
  ])('a message that is %s is refused', async (_, change, name) => {
    const params = { message: messageOf('hello'), pubkey: solanaAccount, ...change }
    await expect(prepare('solana_signMessage', params, solana, onSolana)).rejects.toMatchObject({ name })
  })
})
