import { type Address, decodeFunctionResult, type Hex, hexToString, parseAbiItem, size } from 'viem'
import { type ContractRead, readOf } from './readContracts.ts'

const balanceOfAbi = parseAbiItem('function balanceOf(address) view returns (uint256)')
/** In the token's smallest unit. */
export const balanceOf = (token: Address, owner: Address): ContractRead<bigint> =>
  readOf(token, balanceOfAbi, [owner], (data) => decodeFunctionResult({ abi: [balanceOfAbi], data }))

const decimalsAbi = parseAbiItem('function decimals() view returns (uint8)')
export const decimalsOf = (token: Address): ContractRead<number> =>
  readOf(token, decimalsAbi, [], (data) => decodeFunctionResult({ abi: [decimalsAbi], data }))

const nameAbi = parseAbiItem('function name() view returns (string)')
const symbolAbi = parseAbiItem('function symbol() view returns (string)')
export const nameOf = (token: Address): ContractRead<string> => readOf(token, nameAbi, [], textOf(nameAbi))
export const symbolOf = (token: Address): ContractRead<string> => readOf(token, symbolAbi, [], textOf(symbolAbi))

/** Some early tokens return bytes32 where the standard has a string. */
const textOf =
  (abi: typeof nameAbi | typeof symbolAbi) =>
  (data: Hex): string =>
    size(data) === 32 ? hexToString(data, { size: 32 }) : decodeFunctionResult({ abi: [abi], data })
