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
      "matchesOrigin",
      "maxAddresses",
      "maxBatch",
      "maxPriced",
      "origins",
      "readApprovalMode",
      "readFailedBody",
      "rpc",
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
