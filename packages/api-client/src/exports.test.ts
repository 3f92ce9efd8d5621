import { expect, test } from 'vitest'
import * as api from './index.ts'
import * as sealing from './sealing/index.ts'

test('the public surface', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "approvalModes",
      "canonicalJson",
      "createApiClient",
      "decodeBase64url",
      "deviceCredentials",
      "encodeBase64url",
      "endpoints",
      "failedBody",
      "frameAncestors",
      "isRepeatable",
      "jsonRpc",
      "jsonRpcBatch",
      "matchesOrigin",
      "maxBatch",
      "origins",
      "readApprovalMode",
      "readFailedBody",
      "rpc",
      "systemClock",
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
