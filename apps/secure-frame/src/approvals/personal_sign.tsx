import { type PersonalMessage, parseEvmAddress, parsePersonalMessage } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import type { ApprovalKind, ScreenProps } from './Approval.ts'
import { MessageScreen } from './message/MessageScreen.tsx'
import { signMessage } from './message/signMessage.ts'

/** Signs a text (EIP-191): the bytes that are shown are the bytes that are signed. */
export const personalSign: ApprovalKind<'personal_sign'> = {
  prepare([hexMessage, address], { caller }) {
    if (parseEvmAddress(address) !== caller.address) throw new AppError('UNAUTHORIZED')
    const message = parsePersonalMessage(hexMessage)
    return (props) => <PersonalSignScreen {...props} message={message} />
  },
}

type Props = ScreenProps<string> & { message: PersonalMessage }

function PersonalSignScreen({ requestContext, tools, decision, message }: Props) {
  const sign = async () => {
    const bytes = new Uint8Array(message.bytes)
    return await signMessage(requestContext.caller, tools, { kind: 'personalMessage', message: bytes.buffer })
  }
  return <MessageScreen requestContext={requestContext} decision={decision} message={message} sign={sign} />
}
