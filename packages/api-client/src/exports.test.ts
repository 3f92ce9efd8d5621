import { expect, test } from 'vitest'
import * as api from './index.ts'
import * as sealing from './sealing/index.ts'

test('the public surface', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "approvalModes",
      "canonicalJson",
      "createAnswerMemory",
      "createApiClient",
      "decodeBase64url",
      "deviceCredentials",
      "encodeBase64url",
      "endpoints",
      "failedBody",
      "farcasterNonce",
      "frameAncestors",
      "fungiblePrice",
      "getAssetImage",
      "getCurrencyImage",
      "getTokenImage",
      "getWalletImage",
      "getWallets",
      "isRepeatable",
      "jsonRpc",
      "jsonRpcBatch",
      "loginProvider",
      "loginPurpose",
      "matchesOrigin",
      "maxAddresses",
      "maxBatch",
      "maxPriced",
      "origins",
      "readApprovalMode",
      "readFailedBody",
      "rpc",
      "socialNonce",
      "socialProvider",
      "systemClock",
      "walletChangeDigest",
      "walletFields",
      "walletProjectId",
      "walletRecord",
      "walletRecordAad",
    ]
  `)
  expect(Object.keys(sealing).sort()).toMatchInlineSnapshot(`
    [
      "encodeShareContext",
      "openShare",
      "sealShare",
    ]
  `)
})
