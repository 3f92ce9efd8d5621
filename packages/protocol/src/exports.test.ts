import { expect, test } from 'vitest'
import * as protocol from './index.ts'

test('the public surface', () => {
  expect(Object.keys(protocol).sort()).toMatchInlineSnapshot(`
    [
      "AppError",
      "accountType",
      "block",
      "blockTag",
      "catalogue",
      "chainIdInput",
      "chainIdOutput",
      "chainNamespace",
      "createClient",
      "createHost",
      "decodeAppMessage",
      "decodeFrameMessage",
      "email",
      "encodeAppMessage",
      "encodeError",
      "encodeReady",
      "encodeSuccess",
      "evmAddress",
      "formatMessage",
      "hash",
      "hexBytes",
      "isAppError",
      "isApprovalMethod",
      "isEmail",
      "isErrorName",
      "isRequestName",
      "isRpcMethod",
      "isSafeMethod",
      "jsonObject",
      "maxInFlight",
      "maxRequestBytes",
      "memoryPorts",
      "quantity",
      "requests",
      "rpcMethods",
      "timeouts",
      "windowPort",
    ]
  `)
})
