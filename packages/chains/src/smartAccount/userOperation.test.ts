import {
  entryPoint07Address,
  formatUserOperationRequest,
  getUserOperationHash,
  type UserOperation as ViemOperation,
} from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import {
  bytesToHex,
  concat,
  hashTypedData,
  hexToBytes,
  parseErc6492Signature,
  recoverMessageAddress,
  serializeErc6492Signature,
} from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../address/evmAddress.ts'
import { parseTypedData } from '../message/parseTypedData.ts'
import { formatTypedData, typedDataDigest } from '../message/typedData.ts'
import { random } from '../testing/random.ts'
import { thrown } from '../testing/thrown.ts'
import { hybridAccount } from './hybridAccount.ts'
import { isOwnAccountData } from './isOwnAccountData.ts'
import { kitHybridAccount, kitStatelessAccount } from './kit.fixture.ts'
import { anyOperation } from './operation.fixture.ts'
import { dummySignature, type UserOperation } from './userOperation.ts'
import { userOperationHash } from './userOperationHash.ts'
import { parseUserOperation, parseUserOperationRequest, userOperationToJson } from './userOperationJson.ts'
import { userOperationTypedData } from './userOperationTypedData.ts'
import { wrapUndeployedSignature } from './wrapUndeployedSignature.ts'

const owner = privateKeyToAccount(`0x${'0b'.repeat(32)}`)
const ownerAddress = toChecksumAddress(owner.address)
/** viem has the same fields, but its types require `undefined` where ours omit a field. */
const viemOperation = (operation: UserOperation) => operation as unknown as ViemOperation<'0.7'>

describe('what is signed and hashed of a user operation', () => {
  test('is the hash by which viem and the EntryPoint know it', () => {
    const source = random(71)
    for (let i = 0; i < 200; i++) {
      const operation = anyOperation(source)
      const chainId = 1 + source.below(100_000)
      expect(userOperationHash(operation, chainId)).toBe(
        getUserOperationHash({
          chainId,
          entryPointAddress: entryPoint07Address,
          entryPointVersion: '0.7',
          userOperation: viemOperation(operation),
        }),
      )
    }
  })

  test.each([
    ['hybrid', kitHybridAccount],
    ['eip7702', kitStatelessAccount],
  ] as const)('for an account of the kind %s is what the framework’s own kit signs', async (kind, kitAccount) => {
    const source = random(72)
    const chainId = 31337
    const account = await kitAccount(owner, chainId)
    for (let i = 0; i < 20; i++) {
      const operation = { ...anyOperation(source), sender: toChecksumAddress(account.address) }
      const typedData = parseTypedData(userOperationTypedData(operation, { kind, chainId }))
      const theirs = await account.signUserOperation({ ...viemOperation(operation), chainId })
      expect(await owner.sign({ hash: hashTypedData(typedData as Parameters<typeof hashTypedData>[0]) })).toBe(theirs)
    }
  })

  test('is the text that the parser of typed data reads back to the same', () => {
    const source = random(73)
    for (let i = 0; i < 100; i++) {
      const text = userOperationTypedData(anyOperation(source), { kind: 'hybrid', chainId: 1 })
      expect(formatTypedData(parseTypedData(text))).toBe(text)
    }
  })

  test('changes with every field but the signature and the authorization', () => {
    const { authorization, ...operation } = {
      ...anyOperation(random(74)),
      ...{
        factory: ownerAddress,
        factoryData: '0x12' as const,
        paymaster: ownerAddress,
        paymasterData: '0x34' as const,
      },
      ...{ paymasterVerificationGasLimit: 1n, paymasterPostOpGasLimit: 2n },
    }
    const digestOf = (changed: UserOperation) => {
      const text = userOperationTypedData(changed, { kind: 'hybrid', chainId: 1 })
      return concat([bytesToHex(typedDataDigest(parseTypedData(text))), userOperationHash(changed, 1)])
    }
    const same = digestOf(operation)
    expect(digestOf({ ...operation, signature: '0x' })).toBe(same)
    for (const [field, value] of Object.entries(operation)) {
      if (field === 'signature') continue
      const other =
        typeof value === 'bigint'
          ? value ^ 1n
          : field === 'sender' || /^(?:factory|paymaster)$/.test(field)
            ? hybridAccount(ownerAddress).address
            : `${value}ff`
      expect(digestOf({ ...operation, [field]: other }), field).not.toBe(same)
    }
  })

  test('has room for numbers of 128 bits and no more', () => {
    const operation = anyOperation(random(75))
    for (const field of ['callGasLimit', 'verificationGasLimit', 'maxFeePerGas', 'maxPriorityFeePerGas'])
      for (const value of [2n ** 128n, -1n]) {
        const wrong = { ...operation, [field]: value }
        expect(thrown(() => userOperationHash(wrong, 1))).toBe('INVALID_PARAMS')
        expect(thrown(() => userOperationTypedData(wrong, { kind: 'hybrid', chainId: 1 }))).toBe('INVALID_PARAMS')
      }
  })
})

describe('a user operation in JSON', () => {
  test('is written as viem writes it, and read back', () => {
    const source = random(76)
    for (let i = 0; i < 200; i++) {
      const operation = anyOperation(source)
      const json = userOperationToJson(operation)
      expect(json).toEqual(formatUserOperationRequest(viemOperation(operation)))
      expect(parseUserOperation(JSON.parse(JSON.stringify(json)))).toEqual(operation)
    }
  })

  const sender = ownerAddress
  const whole = userOperationToJson({ ...anyOperation(random(77)), sender })
  test('of a page may leave all but the account and the calls to the wallet', () => {
    expect(parseUserOperationRequest({ sender, callData: '0x12', nonce: null, colour: 'red' })).toEqual({
      sender,
      callData: '0x12',
    })
    expect(thrown(() => parseUserOperation({ sender, callData: '0x12' }))).toBe('INVALID_PARAMS')
  })

  test.each<[string, Record<string, unknown>]>([
    ['no calls', { callData: undefined }],
    ['calls that are not hex', { callData: 'transfer' }],
    ['half a byte', { callData: '0x1' }],
    ['calls without end', { callData: `0x${'00'.repeat(131_073)}` }],
    ['a signature without end', { signature: `0x${'00'.repeat(16_385)}` }],
    ['no nonce', { nonce: undefined }],
    ['a nonce as a number', { nonce: 1 }],
    ['a nonce of 257 bits', { nonce: `0x1${'0'.repeat(64)}` }],
    ['a gas limit of 129 bits', { callGasLimit: `0x1${'0'.repeat(32)}` }],
    ['a fee in decimals', { maxFeePerGas: '7' }],
    ['data for no factory', { factory: undefined, factoryData: '0x12' }],
    ['a payer that is nobody', { paymaster: `0x${'00'.repeat(20)}` }],
    ['data for no payer', { paymaster: undefined, paymasterData: '0x12' }],
    ['gas for no payer', { paymaster: undefined, paymasterPostOpGasLimit: '0x1' }],
    ['an authorization that is none', { eip7702Auth: '0x' }],
    ['an authorization without a signature', { eip7702Auth: { chainId: '0x1', address: sender, nonce: '0x0' } }],
  ])('with %s is refused', (_, change) => {
    expect(thrown(() => parseUserOperation({ ...whole, ...change }))).toBe('INVALID_PARAMS')
  })

  test.each(['sender', 'factory', 'paymaster'])('with a %s whose checksum is wrong is refused', (field) => {
    const wrong = owner.address.replace(/[a-f]/, (letter) => letter.toUpperCase())
    expect(thrown(() => parseUserOperation({ ...whole, [field]: wrong }))).toBe('ADDRESS_INVALID')
    expect(thrown(() => parseUserOperation({ ...whole, [field]: '0x7702' }))).toBe('ADDRESS_INVALID')
  })

  test.each([null, undefined, 1, 'operation', [], [whole]])('%j is none', (input) => {
    expect(thrown(() => parseUserOperation(input))).toBe('INVALID_PARAMS')
  })
})

describe('a signature before the account is deployed', () => {
  test('is wrapped as viem wraps it', () => {
    const { hex, below } = random(78)
    for (let i = 0; i < 50; i++) {
      const [factory, factoryData, signature] = [toChecksumAddress(hex(20)), hex(below(200)), hex(65)]
      const wrapped = wrapUndeployedSignature(signature, { factory, factoryData })
      expect(wrapped).toBe(serializeErc6492Signature({ address: factory, data: factoryData, signature }))
      expect(parseErc6492Signature(wrapped)).toMatchObject({ data: factoryData, signature })
    }
  })

  test('is wrapped as the standard’s example', () => {
    // From viem's own documentation of ERC-6492.
    const wrapped = wrapUndeployedSignature(
      '0xa461f509887bd19e312c0c58467ce8ff8e300d3c1a90b608a760c5b80318eaf15fe57c96f9175d6cd4daad4663763baa7e78836e067d0163e9a2ccf2ff753f5b1b',
      { factory: toChecksumAddress(`0x${'cafebabe'.repeat(5)}`), factoryData: '0xdeadbeef' },
    )
    expect(wrapped).toBe(
      `0x000000000000000000000000cafebabecafebabecafebabecafebabecafebabe000000000000000000000000000000000000000000000000000000000000006000000000000000000000000000000000000000000000000000000000000000a00000000000000000000000000000000000000000000000000000000000000004deadbeef000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000041a461f509887bd19e312c0c58467ce8ff8e300d3c1a90b608a760c5b80318eaf15fe57c96f9175d6cd4daad4663763baa7e78836e067d0163e9a2ccf2ff753f5b1b00000000000000000000000000000000000000000000000000000000000000${'6492'.repeat(16)}`,
    )
  })

  test('stands in for itself while gas is estimated', async () => {
    const bytes = hexToBytes(dummySignature)
    expect(bytes).toHaveLength(65)
    expect(bytes).not.toContain(0)
    // Recovers to an address, whatever was signed.
    for (const message of ['a', 'b'])
      expect(await recoverMessageAddress({ message, signature: dummySignature })).not.toMatch(/^0x0+$/)
  })
})

describe('typed data of a page that would move an account', () => {
  const own = hybridAccount(ownerAddress).address
  const stranger = hybridAccount(own).address
  const operationBy = (sender: typeof own, kind: 'hybrid' | 'eip7702') =>
    parseTypedData(userOperationTypedData({ ...anyOperation(random(79)), sender }, { kind, chainId: 1 }))
  const delegationBy = (delegator: string, verifyingContract = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3') =>
    parseTypedData({
      types: {
        Delegation: [
          { name: 'delegate', type: 'address' },
          { name: 'delegator', type: 'address' },
          { name: 'authority', type: 'bytes32' },
          { name: 'caveats', type: 'Caveat[]' },
          { name: 'salt', type: 'uint256' },
        ],
        Caveat: [
          { name: 'enforcer', type: 'address' },
          { name: 'terms', type: 'bytes' },
        ],
      },
      primaryType: 'Delegation',
      domain: { name: 'DelegationManager', version: '1', chainId: 1, verifyingContract },
      message: { delegate: stranger, delegator, authority: `0x${'ff'.repeat(32)}`, caveats: [], salt: '0' },
    })
  test.each([
    ['an operation of the smart account', operationBy(own, 'hybrid'), true],
    ['an operation of the account itself', operationBy(ownerAddress, 'eip7702'), true],
    ['an operation of somebody else’s account', operationBy(stranger, 'hybrid'), false],
    ['a delegation by the smart account', delegationBy(own), true],
    ['a delegation by the account itself', delegationBy(ownerAddress), true],
    ['a delegation by the account itself to another manager', delegationBy(ownerAddress, stranger), true],
    ['a delegation by somebody else', delegationBy(stranger), false],
  ] as const)('%s', (_, typedData, is) => {
    expect(isOwnAccountData(typedData, ownerAddress)).toBe(is)
  })

  test('is not every struct that names an account', () => {
    const typedData = parseTypedData({
      types: { Mail: [{ name: 'sender', type: 'address' }] },
      primaryType: 'Mail',
      domain: { verifyingContract: own },
      message: { sender: own },
    })
    expect(isOwnAccountData(typedData, ownerAddress)).toBe(false)
  })
})
