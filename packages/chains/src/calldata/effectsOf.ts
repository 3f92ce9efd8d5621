import type { EvmAddress } from '../address/evmAddress.ts'
import { decodeTokenCall } from '../erc20/decodeTokenCall.ts'
import { isUnlimited } from '../erc20/isUnlimited.ts'
import type { TypedDataStruct } from '../message/typedData.ts'
import { type Asset, type BridgeEffect, bridgedTokens, type Side } from './bridgedTokens.ts'
import type { DecodedCall } from './decodeCall.ts'
import { isWrappedNative } from './isWrappedNative.ts'

export type { Asset, BridgeEffect }

/** One effect of a call on the account's assets. Amounts are in base units. */
export type Effect =
  | { kind: 'send'; asset: Asset; to: EvmAddress; amount: bigint }
  /** Items of a collection by id; each with an amount in ERC-1155. */
  | { kind: 'sendItems'; collection: EvmAddress; to: EvmAddress; items: readonly { id: bigint; amount: bigint }[] }
  /** A spender gets an allowance; `amount` 0 revokes it. `until` is in seconds since 1970. */
  | { kind: 'allow'; token: EvmAddress; spender: EvmAddress; amount: bigint; unlimited: boolean; until?: bigint }
  /** An operator can move every item of a collection, now and later. */
  | { kind: 'allowAll'; collection: EvmAddress; operator: EvmAddress }
  | { kind: 'wrap' | 'unwrap'; contract: EvmAddress; amount: bigint }
  /** `exactly`: the side with a fixed amount; the other one is a limit. `until`: as in `allow`, if the call has a deadline. */
  | { kind: 'swap'; give: Side; get: Side; exactly: 'give' | 'get'; to: EvmAddress; until?: bigint }
  | BridgeEffect

/**
 * Returns the effects of a decoded call, including nested ones, on the tokens of `account`, as far as its functions promise them. Calls
 * that a contract makes as itself don't count as the account's.
 */
export function effectsOf(call: DecodedCall, account: EvmAddress): readonly Effect[] {
  if (call.from !== account) return []
  return [...ownEffects(call, account), ...call.calls.flatMap((inner) => effectsOf(inner, account))]
}

function ownEffects(call: DecodedCall, account: EvmAddress): readonly Effect[] {
  const { to, value, data, fn } = call
  if (data === '0x') return value === 0n ? [] : [{ kind: 'send', asset: 'native', to, amount: value }]
  return tokenEffects(call, account) ?? (fn === null ? [] : (effects[fn.canonical]?.(fn.values, call, account) ?? []))
}

/** Reads calls even if their encoding isn't canonical, as the token's contract does. */
function tokenEffects({ to, data }: DecodedCall, account: EvmAddress): readonly Effect[] | null {
  const call = decodeTokenCall(data)
  switch (call?.kind) {
    case undefined:
      return null
    case 'transfer':
      return [{ kind: 'send', asset: to, to: call.to, amount: call.amount }]
    case 'transferFrom':
      return call.from === account ? [{ kind: 'send', asset: to, to: call.to, amount: call.amount }] : []
    case 'approve':
    case 'increaseAllowance':
      return [allow(to, call.spender, call.amount)]
    case 'decreaseAllowance':
      return []
    case 'setApprovalForAll':
      return call.approved ? [{ kind: 'allowAll', collection: to, operator: call.operator }] : []
  }
}

type Read = (values: TypedDataStruct, call: DecodedCall, account: EvmAddress) => readonly Effect[]

const allow = (token: EvmAddress, spender: EvmAddress, amount: bigint, until?: bigint): Effect => ({
  kind: 'allow',
  token,
  spender,
  amount,
  unlimited: isUnlimited(amount),
  ...(until === undefined ? {} : { until }),
})

const permitted: Read = ({ owner, permitSingle, permitBatch }, _, account) => {
  if (owner !== account) return []
  const { details, spender } = (permitSingle ?? permitBatch) as TypedDataStruct
  const all = (Array.isArray(details) ? details : [details]) as readonly TypedDataStruct[]
  return all.map(({ token, amount, expiration }) =>
    allow(token as EvmAddress, spender as EvmAddress, amount as bigint, expiration as bigint),
  )
}

const movedItems: Read = ({ from, to, id, amount = 1n, ids, amounts }, call, account) => {
  if (from !== account) return []
  const items = Array.isArray(ids)
    ? ids.map((each: bigint, at) => ({ id: each, amount: (amounts as readonly bigint[])[at] ?? 0n }))
    : [{ id: id as bigint, amount: amount as bigint }]
  return [{ kind: 'sendItems', collection: call.to, to: to as EvmAddress, items }]
}

const untilOf = (deadline: unknown): { until?: bigint } => (typeof deadline === 'bigint' ? { until: deadline } : {})

/** Reads a swap along `path`: its first and last token, or the native coin if the function says so. */
const swap =
  (exactly: 'give' | 'get', coins?: 'give' | 'get'): Read =>
  ({ amountIn, amountInMax, amountOut, amountOutMin, path, to, deadline }, { value }) => {
    const tokens = path as readonly EvmAddress[]
    const [first, last] = [tokens[0], tokens.at(-1)]
    if (first === undefined || last === undefined || tokens.length < 2) return []
    const give = coins === 'give' ? value : (amountIn ?? amountInMax)
    return [
      {
        kind: 'swap',
        give: { asset: coins === 'give' ? 'native' : first, amount: give as bigint },
        get: { asset: coins === 'get' ? 'native' : last, amount: (amountOut ?? amountOutMin) as bigint },
        exactly,
        to: to as EvmAddress,
        ...untilOf(deadline),
      },
    ]
  }

const singleSwap =
  (exactly: 'give' | 'get'): Read =>
  ({ params }) => {
    const { tokenIn, tokenOut, amountIn, amountInMaximum, amountOut, amountOutMinimum, recipient, deadline } =
      params as TypedDataStruct
    return [
      {
        kind: 'swap',
        give: { asset: tokenIn as EvmAddress, amount: (amountIn ?? amountInMaximum) as bigint },
        get: { asset: tokenOut as EvmAddress, amount: (amountOut ?? amountOutMinimum) as bigint },
        exactly,
        to: recipient as EvmAddress,
        ...untilOf(deadline),
      },
    ]
  }

/** Placeholders for the native coin (EIP-7528), and for no address. */
const [coin, none] = [`0x${'e'.repeat(40)}`, `0x${'0'.repeat(40)}`]
const assetOf = (address: EvmAddress): Asset => (address.toLowerCase() === coin ? 'native' : address)

/** A flag that KyberSwap's API sets; the router only reads the bits below it. */
const unreadFlag = 0x200n

/**
 * Reads a swap through KyberSwap's MetaAggregationRouterV2: the router moves `srcAmounts` from its caller, at most `amount` in total, and
 * reverts when `dstReceiver` gets less than `minReturnAmount`. Not read, so that it never counts as a swap: calls that take a fee or a
 * permit, omit a part of the amount, or set one of the router's flags, such as the one that scales the minimum.
 */
const aggregatedSwap: Read = ({ execution }) => {
  const { approveTarget, desc } = execution as TypedDataStruct
  const { srcReceivers, srcAmounts, feeReceivers, feeAmounts, flags, permit, ...rest } = desc as TypedDataStruct
  const { srcToken, dstToken, dstReceiver, amount, minReturnAmount } = rest as Record<string, unknown>
  const give = { asset: assetOf(srcToken as EvmAddress), amount: amount as bigint }
  const moved = (srcAmounts as readonly bigint[]).reduce((sum, each) => sum + each, 0n)
  const isPlain =
    approveTarget === none &&
    permit === '0x' &&
    ((flags as bigint) | unreadFlag) === unreadFlag &&
    [feeReceivers, feeAmounts].every((list) => (list as readonly unknown[]).length === 0) &&
    (srcReceivers as readonly unknown[]).length === (srcAmounts as readonly unknown[]).length &&
    moved === (give.asset === 'native' ? 0n : give.amount)
  if (!isPlain) return []
  const get = { asset: assetOf(dstToken as EvmAddress), amount: minReturnAmount as bigint }
  return [{ kind: 'swap', give, get, exactly: 'give', to: dstReceiver as EvmAddress }]
}

const bridge: Read = (values) => {
  const effect = bridgedTokens(values)
  return effect === null ? [] : [effect]
}
const bridgeData = '(bytes32,string,string,address,address,address,uint256,uint256,bool,bool)'
const acrossData = '(bytes32,bytes32,bytes32,bytes32,uint256,uint128,bytes32,uint32,uint32,uint32,bytes)'

const v2 = 'uint256,address[],address,uint256)'
const v2Permit = 'uint256,address[],address,uint256,uint8,bytes32,bytes32)'
const v3Single = 'address,address,uint24,address'

const effects: Readonly<Record<string, Read>> = {
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)': ({ owner, spender, value }, { to }, account) =>
    owner === account ? [allow(to, spender as EvmAddress, value as bigint)] : [],
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)': (values, { to }, account) =>
    values.holder === account
      ? [allow(to, values.spender as EvmAddress, values.allowed === true ? 2n ** 256n - 1n : 0n)]
      : [],
  'transferAndCall(address,uint256,bytes)': ({ to, amount }, call) => [
    { kind: 'send', asset: call.to, to: to as EvmAddress, amount: amount as bigint },
  ],
  'safeTransferFrom(address,address,uint256)': movedItems,
  'safeTransferFrom(address,address,uint256,bytes)': movedItems,
  'safeTransferFrom(address,address,uint256,uint256,bytes)': movedItems,
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)': movedItems,
  'approve(address,address,uint160,uint48)': ({ token, spender, amount, expiration }) => [
    allow(token as EvmAddress, spender as EvmAddress, amount as bigint, expiration as bigint),
  ],
  'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)': permitted,
  'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)': permitted,
  'transferFrom(address,address,uint160,address)': ({ from, to, amount, token }, _, account) =>
    from === account
      ? [{ kind: 'send', asset: token as EvmAddress, to: to as EvmAddress, amount: amount as bigint }]
      : [],
  'transferFrom((address,address,uint160,address)[])': ({ transferDetails }, _, account) =>
    (transferDetails as readonly TypedDataStruct[])
      .filter(({ from }) => from === account)
      .map(({ to, amount, token }) => ({
        kind: 'send',
        asset: token as EvmAddress,
        to: to as EvmAddress,
        amount: amount as bigint,
      })),
  'deposit()': (_, { to, value }) => (isWrappedNative(to) ? [{ kind: 'wrap', contract: to, amount: value }] : []),
  'withdraw(uint256)': ({ amount }, { to }) =>
    isWrappedNative(to) ? [{ kind: 'unwrap', contract: to, amount: amount as bigint }] : [],
  [`swapExactTokensForTokens(uint256,${v2}`]: swap('give'),
  [`swapTokensForExactTokens(uint256,${v2}`]: swap('get'),
  [`swapExactETHForTokens(${v2}`]: swap('give', 'give'),
  [`swapETHForExactTokens(${v2}`]: swap('get', 'give'),
  [`swapExactTokensForETH(uint256,${v2}`]: swap('give', 'get'),
  [`swapTokensForExactETH(uint256,${v2}`]: swap('get', 'get'),
  [`swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,${v2}`]: swap('give'),
  [`swapExactETHForTokensSupportingFeeOnTransferTokens(${v2}`]: swap('give', 'give'),
  [`swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,${v2}`]: swap('give', 'get'),
  [`swapExactTokensForTokensWithPermit(uint256,${v2Permit}`]: swap('give'),
  [`swapExactTokensForETHWithPermit(uint256,${v2Permit}`]: swap('give', 'get'),
  'swap((address,address,bytes,(address,address,address[],uint256[],address[],uint256[],address,uint256,uint256,uint256,bytes),bytes))':
    aggregatedSwap,
  [`startBridgeTokensViaAcrossV4(${bridgeData},${acrossData})`]: bridge,
  [`swapAndStartBridgeTokensViaAcrossV4(${bridgeData},(address,address,address,address,uint256,bytes,bool)[],${acrossData})`]:
    bridge,
  [`exactInputSingle((${v3Single},uint256,uint256,uint256,uint160))`]: singleSwap('give'),
  [`exactInputSingle((${v3Single},uint256,uint256,uint160))`]: singleSwap('give'),
  [`exactOutputSingle((${v3Single},uint256,uint256,uint256,uint160))`]: singleSwap('get'),
  [`exactOutputSingle((${v3Single},uint256,uint256,uint160))`]: singleSwap('get'),
}
