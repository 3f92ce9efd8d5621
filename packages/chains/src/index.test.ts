import { describe, expect, test } from 'vitest'
import * as chains from './index.ts'
import { bundle } from './testing/bundle.ts'
import { random } from './testing/random.ts'
import { thrown } from './testing/thrown.ts'

test('the package exports', () => {
  expect(Object.keys(chains)).toMatchInlineSnapshot(`
    [
      "decodeBase58",
      "encodeBase58",
      "permissionTypes",
      "parseBitcoinAddress",
      "isBitcoinAddress",
      "mayBeKeyOf",
      "encodeBitcoinScript",
      "parseCosmosAddress",
      "toChecksumAddress",
      "parseEvmAddress",
      "isEvmAddress",
      "parsePolkadotAddress",
      "formatPolkadotAddress",
      "shortAddress",
      "parseSolanaAddress",
      "formatSolanaAddress",
      "parseStacksAddress",
      "parseAmount",
      "formatAmount",
      "formatExact",
      "formatFixed",
      "formatQuantity",
      "formatUsd",
      "formatDay",
      "unitsForFiat",
      "fiatForUnits",
      "filterAmountInput",
      "chainNamespaces",
      "isChainNamespace",
      "parseCaip2",
      "formatCaip2",
      "parseCaip10",
      "formatCaip10",
      "parseCaip19",
      "formatCaip19",
      "normaliseChainId",
      "toWireChainId",
      "checkChainId",
      "callRoot",
      "decodeCall",
      "effectsOf",
      "encodeArguments",
      "encodeFunction",
      "decodeFunctionOf",
      "isWrappedNative",
      "decodeTokenCall",
      "detectPermit",
      "encodeTransfer",
      "isUnlimited",
      "permitDomainSeparator",
      "permitTypedData",
      "checkFees",
      "worstCaseFee",
      "checkFunds",
      "planFees",
      "readFeeMarket",
      "transferGas",
      "gasLimitFor",
      "describeTypedData",
      "parseTypedData",
      "parsePersonalMessage",
      "personalMessageDigest",
      "readableText",
      "typedDataDigest",
      "formatTypedData",
      "etherCoinType",
      "evmCoinType",
      "coinTypeOf",
      "networkOfCoinType",
      "labelShapeFault",
      "defineNetwork",
      "findNetwork",
      "knownNetworks",
      "networkFromChain",
      "publicNodes",
      "mainnet",
      "goerli",
      "sepolia",
      "optimism",
      "optimismGoerli",
      "optimismSepolia",
      "arbitrum",
      "arbitrumGoerli",
      "arbitrumSepolia",
      "polygon",
      "polygonMumbai",
      "polygonAmoy",
      "celo",
      "aurora",
      "auroraTestnet",
      "bsc",
      "bscTestnet",
      "avalanche",
      "avalancheFuji",
      "zksync",
      "zksyncGoerli",
      "zksyncSepolia",
      "gnosis",
      "base",
      "baseGoerli",
      "baseSepolia",
      "zora",
      "zoraGoerli",
      "zoraSepolia",
      "linea",
      "lineaSepolia",
      "scroll",
      "scrollSepolia",
      "solana",
      "solanaTestnet",
      "solanaDevnet",
      "localA",
      "localB",
      "solanaLocal",
      "bitcoin",
      "bitcoinTestnet",
      "bitcoinTestnet4",
      "bitcoinSignet",
      "bitcoinRegtest",
      "polkadot",
      "cosmosHub",
      "sui",
      "stacks",
      "networks",
      "unsupportedChain",
      "revertReason",
      "plainReason",
      "translateNodeError",
      "rootAuthority",
      "delegationTypedData",
      "delegationHash",
      "encodePermissionContext",
      "decodePermissionContext",
      "encodeDisableDelegation",
      "encodeIsDisabled",
      "describeFunction",
      "parsePermissionRequest",
      "delegationOfGrant",
      "grantOfDelegation",
      "termsOfGrant",
      "riskSeverity",
      "assessTransaction",
      "counterpartiesOf",
      "findLookalike",
      "encodeCalls",
      "decodeCalls",
      "accountCore",
      "reachesAccountCore",
      "authorizationDigest",
      "delegationOf",
      "hybridAccount",
      "isOwnAccountData",
      "operationFailure",
      "smartAccountContracts",
      "userOperationEventTopic",
      "dummySignature",
      "userOperationHash",
      "userOperationToJson",
      "parseUserOperation",
      "parseUserOperationRequest",
      "userOperationTypedData",
      "usualOverheadGas",
      "wrapUndeployedSignature",
      "solanaRiskSeverity",
      "assessSolana",
      "parseBase58",
      "parseBase58Transaction",
      "formatBase58",
      "encodeSolanaMessage",
      "encodeUnsignedSolanaTransaction",
      "solanaAddressBytes",
      "readInstruction",
      "maxSolanaTransactionBytes",
      "parseSolanaTransaction",
      "isSolanaTransactionMessage",
      "isDisguisedTransaction",
      "isOnCurve",
      "findProgramAddress",
      "readTokenAccount",
      "readTokenMint",
      "readLookupTable",
      "resolveLookups",
      "solanaChanges",
      "solanaFailure",
      "translateSolanaError",
      "solanaFee",
      "associatedTokenProgram",
      "computeBudgetProgram",
      "lookupTableProgram",
      "stakeProgram",
      "voteProgram",
      "loaderProgram",
      "memoPrograms",
      "signaturePrograms",
      "jupiterProgram",
      "movesTokensAlone",
      "nameOfProgram",
      "solanaReceivers",
      "systemProgram",
      "tokenProgram",
      "token2022Program",
      "transferSol",
      "tokenAccountOf",
      "createTokenAccount",
      "transferToken",
      "withSignature",
      "wrappedSolMint",
      "parseSolanaSwapTerms",
      "findSolanaSwapFault",
      "parseSwapTerms",
      "formatSwapTerms",
      "findSwapFault",
      "swapLastsTooLong",
      "completeTransaction",
      "parseEvmTransaction",
      "serialiseForSigning",
      "transactionDigest",
      "assembleTransaction",
      "parseUnsignedTransaction",
    ]
  `)
})

describe('what a bundle pays', () => {
  const cryptography = /node_modules\/.*(?:viem|ox|@noble)/

  test('the light names cost under 4.8 KB, most of it the words of errors, and bring neither viem nor keccak', async () => {
    const { modules, gzipBytes } = await bundle(['mainnet', 'sepolia', 'formatAmount', 'shortAddress', 'parseCaip10'])
    expect(modules.filter((module) => cryptography.test(module))).toEqual([])
    expect(modules.filter((module) => module.includes('evmAddress'))).toEqual([])
    expect(gzipBytes).toBeLessThan(4800)
  })

  test('everything the modal may need stays without cryptography', async () => {
    const { modules, gzipBytes } = await bundle([
      ...['networks', 'findNetwork', 'defineNetwork', 'normaliseChainId', 'toWireChainId', 'parseCaip2', 'parseCaip10'],
      ...['shortAddress', 'filterAmountInput', 'parseAmount', 'formatAmount'],
      ...['formatFixed', 'formatQuantity', 'formatUsd', 'formatDay'],
    ])
    expect(modules.filter((module) => cryptography.test(module))).toEqual([])
    expect(gzipBytes).toBeLessThan(7600)
  })

  test('one network costs one row', async () => {
    expect((await bundle(['mainnet'])).gzipBytes).toBeLessThan(400)
  })

  test('what the vault signs with costs under 14.8 KB and brings no network list', async () => {
    const { modules, gzipBytes } = await bundle([
      ...['parseUnsignedTransaction', 'transactionDigest', 'assembleTransaction'],
      ...['personalMessageDigest', 'parseTypedData', 'typedDataDigest', 'toChecksumAddress', 'authorizationDigest'],
    ])
    expect(modules.filter((module) => /registry|translateNodeError|serializeTransaction/.test(module))).toEqual([])
    expect(gzipBytes).toBeLessThan(14_800)
  })

  test('what a wallet with a smart account needs beside what it has costs under 6.5 KB', async () => {
    const plain = ['parseEvmTransaction', 'parseTypedData', 'formatTypedData', 'typedDataDigest', 'decodeCall']
    const smart = [
      ...['hybridAccount', 'encodeCalls', 'decodeCalls', 'userOperationTypedData', 'userOperationHash'],
      ...['userOperationToJson', 'parseUserOperation', 'operationFailure', 'wrapUndeployedSignature', 'delegationOf'],
    ]
    const [before, after] = await Promise.all([bundle(plain), bundle([...plain, ...smart])])
    expect(after.gzipBytes - before.gzipBytes).toBeLessThan(6500)
    expect(after.modules.filter((module) => /@metamask|account-abstraction/.test(module))).toEqual([])
  })
})

describe('every parser of foreign input', () => {
  const { parseCaip2, parseCaip10, parseCaip19, normaliseChainId, toWireChainId, toChecksumAddress } = chains
  const { parseEvmAddress, parseEvmTransaction, parsePersonalMessage, parseTypedData, defineNetwork } = chains
  const { parseSolanaAddress, parseBitcoinAddress, bitcoin, parseUserOperation, parseUserOperationRequest } = chains
  const parsers: Record<string, (input: unknown) => unknown> = {
    ...{ parseCaip2, parseCaip10, parseCaip19, normaliseChainId, toWireChainId, toChecksumAddress },
    ...{ parseEvmAddress, parseEvmTransaction, parsePersonalMessage, parseTypedData, parseSolanaAddress },
    ...{ parseUserOperation, parseUserOperationRequest },
    parseBitcoinAddress: (input) => parseBitcoinAddress(input, bitcoin.caipNetworkId),
    defineNetwork: (input) => defineNetwork(input as chains.NetworkInput),
  }

  test.each(Object.entries(parsers))('%s answers junk with an error of the catalogue, or with a value', (_, parse) => {
    const { below, pick } = random(1)
    const keys = [
      'from',
      'to',
      'data',
      'types',
      'domain',
      'message',
      'primaryType',
      'id',
      'name',
      '__proto__',
      'length',
    ]
    const leaf = (): unknown =>
      pick<unknown>([
        ...[
          null,
          undefined,
          true,
          0,
          -1,
          1.5,
          Number.NaN,
          2 ** 60,
          '',
          '0x',
          '0x1',
          'eip155:1',
          '__proto__',
          'constructor',
        ],
        ...['[]', '{}', '\0', '\ud800', Symbol.iterator, () => 1, new Date(0), new Map(), new Uint8Array(3), 10n],
      ])
    const junk = (depth: number): unknown => {
      const kind = depth === 0 ? 2 : below(3)
      if (kind === 0) return Array.from({ length: below(4) }, () => junk(depth - 1))
      if (kind === 1) return Object.fromEntries(Array.from({ length: below(5) }, () => [pick(keys), junk(depth - 1)]))
      return leaf()
    }
    for (let i = 0; i < 3000; i++) {
      const input = junk(4)
      thrown(() => parse(input))
    }
  })
})
