import { encodeFunctionData, parseAbi, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'
import { random } from '../testing/random.ts'
import { parseAbiSignature } from './abiSignature.ts'
import { callRoot, decodeCall } from './decodeCall.ts'
import { effectsOf } from './effectsOf.ts'
import { knownFunctions } from './knownFunctions.ts'

const me = toChecksumAddress(`0x${'a1'.repeat(20)}`)
const contract = toChecksumAddress(`0x${'c0'.repeat(20)}`)
const other = toChecksumAddress(`0x${'b0'.repeat(20)}`)
const token = toChecksumAddress(`0x${'70'.repeat(20)}`)
const weth = toChecksumAddress('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2')
const maxUint256 = 2n ** 256n - 1n

const encode = (signature: string, args: readonly unknown[]): Hex => {
  const abi = parseAbi([`function ${signature}`] as never)
  return encodeFunctionData({ abi, args } as never)
}
const call = (data: Hex, value = 0n, to = contract) => decodeCall({ from: me, to, value, data })
const effects = (data: Hex, value = 0n, to = contract) => effectsOf(call(data, value, to), me)

test('every selector is that of its signature', () => {
  for (const [selector, [signature]] of Object.entries(knownFunctions)) {
    expect(toFunctionSelector(parseAbiSignature(signature).canonical), signature).toBe(selector)
  }
})

describe('calls from the main network', () => {
  test('a Permit2 permit, as the universal router passed it on', () => {
    // Ethereum, April 2023: the first internal call of a swap through 0xEf1c…BF6B.
    const data =
      '0x2b67b570000000000000000000000000df40aeba2e9907e900089bccf929ffccd8fa4e0b000000000000000000000000c6dddb5bc6e61e0841c54f3e723ae1f3a807260b000000000000000000000000ffffffffffffffffffffffffffffffffffffffff0000000000000000000000000000000000000000000000000000000064521bfa0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000ef1c6e67703c7bd7107eed8303fbe6ec2554bf6b00000000000000000000000000000000000000000000000000000000642a960200000000000000000000000000000000000000000000000000000000000001000000000000000000000000000000000000000000000000000000000000000041c34118f49c6814ab742ab121ae8cbe034d8b4356c7512e38826b8300ce79f5c872aa0ba565b116613603f4f9931675c135bd05f6b31c7d9dfad1bb3752feba341c00000000000000000000000000000000000000000000000000000000000000'
    const owner = toChecksumAddress('0xdf40aeba2e9907e900089bccf929ffccd8fa4e0b')
    const decoded = decodeCall({ from: owner, to: contract, value: 0n, data })
    expect(decoded.fn?.canonical).toBe('permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)')
    expect(effectsOf(decoded, owner)).toEqual([
      {
        kind: 'allow',
        token: '0xc6DdDB5bc6E61e0841C54f3e723Ae1f3A807260b',
        spender: '0xEf1c6E67703c7BD7107eed8303Fbe6EC2554BF6B',
        amount: 2n ** 160n - 1n,
        unlimited: true,
        until: 1683102714n,
      },
    ])
    expect(effectsOf({ ...decoded, from: me }, me)).toEqual([])
  })

  test('an aggregate3 with a function that nobody knows', () => {
    // Ethereum, 2025: Optimism's upgrade to the contracts manager v2.0.0, as its runbook prints it.
    const inner =
      'ff2dd5a100000000000000000000000000000000000000000000000000000000000000200000000000000000000000000000000000000000000000000000000000000002000000000000000000000000c75d8c4e995fb29a4bd6ccef7db3a35e069ccf07000000000000000000000000e323c57b8966dd6ed845715303ddded832b2672c03f206f043bb34f9e931a49716754b303e635e931b7f1294ff8ca45c969fc62700000000000000000000000095b1425f3f2b6c741949dba20563368f7dbe38160000000000000000000000006d283c3ff5b2140032bf1a9c2fa20e4c7348466603f206f043bb34f9e931a49716754b303e635e931b7f1294ff8ca45c969fc627'
    const data =
      `0x82ad56cb0000000000000000000000000000000000000000000000000000000000000020000000000000000000000000000000000000000000000000000000000000000100000000000000000000000000000000000000000000000000000000000000200000000000000000000000001b25f566336f47bc5e0036d66e142237dcf4640b000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000600000000000000000000000000000000000000000000000000000000000000104${inner}00000000000000000000000000000000000000000000000000000000` as const
    const decoded = call(data)
    expect(decoded.fn?.name).toBe('aggregate3')
    expect(decoded.calls).toEqual([
      {
        from: contract,
        to: '0x1B25F566336F47BC5E0036D66E142237DcF4640b',
        value: 0n,
        data: `0x${inner}`,
        fn: null,
        calls: [],
        isCut: false,
      },
    ])
  })
})

describe('a call is a tree of what it says', () => {
  test('with arguments by name, tuples as structs', () => {
    const decoded = call(
      encode('lockdown((address token, address spender)[] approvals)', [[{ token, spender: other }]]),
    )
    expect(decoded.fn?.values).toEqual({ approvals: [{ token, spender: other }] })
    expect(decoded.fn?.types).toEqual({
      [callRoot]: [{ name: 'approvals', type: '().approvals[]' }],
      '().approvals': [
        { name: 'token', type: 'address' },
        { name: 'spender', type: 'address' },
      ],
    })
  })

  const approve = encode('approve(address a, uint256 b)', [other, maxUint256])
  const allowance = { kind: 'allow', token: contract, spender: other, amount: maxUint256, unlimited: true }

  test.each<[string, Hex]>([
    ['multicall', encode('multicall(bytes[] d)', [[approve]])],
    ['multicall with a deadline', encode('multicall(uint256 t, bytes[] d)', [1n, [approve]])],
    ['multicall in multicall', encode('multicall(bytes[] d)', [[encode('multicall(bytes[] d)', [[approve]])]])],
  ])('whose inner calls are the account’s own in a %s', (_, data) => {
    expect(effects(data)).toEqual([allowance])
  })

  test.each<[string, Hex]>([
    ['aggregate', encode('aggregate((address t, bytes d)[] c)', [[{ t: token, d: approve }]])],
    ['tryAggregate', encode('tryAggregate(bool s, (address t, bytes d)[] c)', [true, [{ t: token, d: approve }]])],
    ['aggregate3', encode('aggregate3((address t, bool f, bytes d)[] c)', [[{ t: token, f: true, d: approve }]])],
    ['execute', encode('execute(address t, uint256 v, bytes d)', [token, 7n, approve])],
    ['executeBatch', encode('executeBatch(address[] t, bytes[] d)', [[token], [approve]])],
  ])('and the contract’s own in %s', (_, data) => {
    const decoded = call(data)
    expect(decoded.calls).toMatchObject([{ from: contract, to: token, data: approve, fn: { name: 'approve' } }])
    expect(effectsOf(decoded, me)).toEqual([])
  })

  test('of a Safe’s packed calls, or none when the packing is broken', () => {
    const packed = (data: Hex, length = data.length / 2 - 1): Hex =>
      `0x00${token.slice(2)}${5n.toString(16).padStart(64, '0')}${length.toString(16).padStart(64, '0')}${data.slice(2)}`
    const two = `${packed(approve)}${packed('0x').slice(2)}` as Hex
    expect(call(encode('multiSend(bytes t)', [two])).calls).toMatchObject([
      { to: token, value: 5n, data: approve },
      { to: token, value: 5n, data: '0x', fn: null },
    ])
    for (const broken of [packed(approve, 9999), two.slice(0, -2) as Hex, packed(approve, 2 ** 52)]) {
      expect(call(encode('multiSend(bytes t)', [broken])).calls).toEqual([])
    }
  })

  test('that ends at a depth and a number, and says so', () => {
    let deep = approve
    for (let depth = 0; depth < 9; depth++) deep = encode('multicall(bytes[] d)', [[deep]])
    const cut = (node: ReturnType<typeof call>): boolean => node.isCut || node.calls.some(cut)
    expect(cut(call(deep))).toBe(true)
    const wide = call(encode('multicall(bytes[] d)', [Array(1000).fill(approve)]))
    expect(wide.calls).toHaveLength(128)
    expect(wide.isCut).toBe(true)
    expect(cut(call(encode('multicall(bytes[] d)', [[approve]])))).toBe(false)
  })

  test.each<[string, Hex]>([
    ['an unknown function', '0x12345678'],
    ['too little for a selector', '0x1234'],
    ['bytes after the arguments', `${encode('multicall(bytes[] d)', [[approve]])}00`],
    ['a name of Object.prototype', '0x'],
  ])('without a function for %s', (_, data) => {
    expect(call(data).fn).toBeNull()
  })

  test('for 5,000 random calldata, without a failure', () => {
    const { pick, hex, below } = random(7)
    for (let i = 0; i < 5000; i++) {
      const data = `${pick(Object.keys(knownFunctions))}${hex(below(300)).slice(2)}` as Hex
      effectsOf(call(data), me)
    }
  })
})

describe('what a call does to the account', () => {
  const path = [token, weth]
  test.each<[string, Hex, unknown[], bigint?, string?]>([
    ['coins', '0x', [{ kind: 'send', asset: 'native', to: contract, amount: 9n }], 9n],
    ['nothing', '0x', []],
    [
      'a token',
      encode('transfer(address a, uint256 b)', [other, 5n]),
      [{ kind: 'send', asset: contract, to: other, amount: 5n }],
    ],
    ['somebody else’s token', encode('transferFrom(address a, address b, uint256 c)', [other, me, 5n]), []],
    [
      'more allowance',
      encode('increaseAllowance(address a, uint256 b)', [other, 5n]),
      [{ kind: 'allow', token: contract, spender: other, amount: 5n, unlimited: false }],
    ],
    ['less allowance', encode('decreaseAllowance(address a, uint256 b)', [other, 5n]), []],
    [
      'a collection',
      encode('setApprovalForAll(address a, bool b)', [other, true]),
      [{ kind: 'allowAll', collection: contract, operator: other }],
    ],
    ['a collection back', encode('setApprovalForAll(address a, bool b)', [other, false]), []],
    [
      'an item',
      encode('safeTransferFrom(address a, address b, uint256 c)', [me, other, 7n]),
      [{ kind: 'sendItems', collection: contract, to: other, items: [{ id: 7n, amount: 1n }] }],
    ],
    [
      'items',
      encode('safeBatchTransferFrom(address a, address b, uint256[] c, uint256[] d, bytes e)', [
        me,
        other,
        [7n, 8n],
        [1n, 2n],
        '0x',
      ]),
      [
        {
          kind: 'sendItems',
          collection: contract,
          to: other,
          items: [
            { id: 7n, amount: 1n },
            { id: 8n, amount: 2n },
          ],
        },
      ],
    ],
    [
      'an allowance through Permit2',
      encode('approve(address a, address b, uint160 c, uint48 d)', [token, other, 2n ** 160n - 1n, 99]),
      [{ kind: 'allow', token, spender: other, amount: 2n ** 160n - 1n, unlimited: true, until: 99n }],
    ],
    [
      'a DAI permit of one’s own',
      encode('permit(address a, address b, uint256 c, uint256 d, bool e, uint8 f, bytes32 g, bytes32 h)', [
        me,
        other,
        0n,
        0n,
        true,
        27,
        `0x${'00'.repeat(32)}`,
        `0x${'00'.repeat(32)}`,
      ]),
      [{ kind: 'allow', token: contract, spender: other, amount: maxUint256, unlimited: true }],
    ],
    ['wrapping', encode('deposit()', []), [{ kind: 'wrap', contract: weth, amount: 9n }], 9n, weth],
    ['unwrapping', encode('withdraw(uint256 a)', [4n]), [{ kind: 'unwrap', contract: weth, amount: 4n }], 0n, weth],
    ['a deposit elsewhere, which may mean anything', encode('deposit()', []), [], 9n],
    [
      'a swap',
      encode('swapExactTokensForTokens(uint256 a, uint256 b, address[] c, address d, uint256 e)', [
        5n,
        6n,
        path,
        me,
        1n,
      ]),
      [
        {
          kind: 'swap',
          give: { asset: token, amount: 5n },
          get: { asset: weth, amount: 6n },
          exactly: 'give',
          to: me,
          until: 1n,
        },
      ],
    ],
    [
      'a swap of coins',
      encode('swapETHForExactTokens(uint256 a, address[] c, address d, uint256 e)', [6n, [weth, token], me, 1n]),
      [
        {
          kind: 'swap',
          give: { asset: 'native', amount: 9n },
          get: { asset: token, amount: 6n },
          exactly: 'get',
          to: me,
          until: 1n,
        },
      ],
      9n,
    ],
    [
      'a swap into coins',
      encode('swapTokensForExactETH(uint256 a, uint256 b, address[] c, address d, uint256 e)', [
        6n,
        5n,
        path,
        other,
        1n,
      ]),
      [
        {
          kind: 'swap',
          give: { asset: token, amount: 5n },
          get: { asset: 'native', amount: 6n },
          exactly: 'get',
          to: other,
          until: 1n,
        },
      ],
    ],
    [
      'a swap along no path',
      encode('swapExactTokensForTokens(uint256 a, uint256 b, address[] c, address d, uint256 e)', [5n, 6n, [], me, 1n]),
      [],
    ],
  ])('%s', (_, data, expected, value = 0n, to = contract) => {
    expect(effects(data, value, to as typeof contract)).toEqual(expected)
  })
})
