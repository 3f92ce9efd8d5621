import { StreamedJson } from '@latchkey/service-kit/http/streamedJson'
import { longBytes } from './byteBudget.ts'
import type { RpcResponse } from './jsonRpcMessage.ts'
import { RawJson } from './rawJson.ts'
import type { Passed } from './rpcProxy.ts'

/** The body of the answers. Their memory is held until they are sent; for short ones, until they are printed. */
export function rpcBody({ answered, room }: Passed): RpcResponse | RpcResponse[] | StreamedJson {
  const all = [answered].flat()
  if (room.taken() <= longBytes && !all.some(isRaw)) {
    room.release()
    return answered
  }
  const printed = all.flatMap((each, index) => [bytesOf(index === 0 ? '' : ','), ...print(each)])
  return new StreamedJson(
    Array.isArray(answered) ? [bytesOf('['), ...printed, bytesOf(']')] : printed,
    room.release,
    room.sent,
  )
}

const isRaw = (answer: RpcResponse): answer is RpcResponse & { result: RawJson } =>
  'result' in answer && answer.result instanceof RawJson

const print = (answer: RpcResponse): Uint8Array[] =>
  isRaw(answer)
    ? [bytesOf(`{"jsonrpc":"2.0","id":${JSON.stringify(answer.id)},"result":`), ...answer.result.chunks(), bytesOf('}')]
    : [bytesOf(JSON.stringify(answer))]

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
