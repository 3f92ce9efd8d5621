import {
  formatBase58,
  isDisguisedTransaction,
  parseBase58,
  parseSolanaAddress,
  readableText,
  type SolanaNetwork,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import type { ApprovalKind, ScreenProps } from './Approval.ts'
import { MessageScreen, type ShownMessage } from './message/MessageScreen.tsx'

/** Signs the message bytes that are shown (Ed25519). A transaction in disguise is rejected before anything is shown. */
export const solanaSignMessage: ApprovalKind<'solana_signMessage'> = {
  prepare({ message, pubkey }, { caller }) {
    if (parseSolanaAddress(pubkey) !== caller.address) throw new AppError('UNAUTHORIZED')
    const bytes = parseBase58(message, 'message')
    if (isDisguisedTransaction(bytes)) throw new AppError('DISGUISED_TRANSACTION')
    return (props) => <SignMessageScreen {...props} message={{ bytes, text: readableText(bytes) }} />
  },
}

type Props = ScreenProps<{ signature: string }, SolanaNetwork> & { message: ShownMessage }

function SignMessageScreen({ requestContext, tools, decision, message }: Props) {
  const sign = async () => {
    const bytes = new Uint8Array(message.bytes)
    const content = { kind: 'solanaMessage' as const, address: requestContext.caller.address, content: bytes.buffer }
    return { signature: formatBase58(await tools.sign(content)) }
  }
  return <MessageScreen requestContext={requestContext} decision={decision} message={message} sign={sign} />
}
