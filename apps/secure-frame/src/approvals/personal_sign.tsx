import { type PersonalMessage, parseEvmAddress, parsePersonalMessage } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { bytesToHex } from 'viem/utils'
import type { ApprovalKind, ScreenProps } from './Approval.ts'
import { MessageScreen } from './message/MessageScreen.tsx'

/** Sign a text (EIP-191): the bytes that are shown are the bytes that are signed. */
export const personalSign: ApprovalKind<'personal_sign'> = {
  prepare([hexMessage, address], { caller }) {
    if (parseEvmAddress(address) !== caller.address) throw new AppError('UNAUTHORIZED')
    const message = parsePersonalMessage(hexMessage)
    return (props) => <PersonalSignScreen {...props} message={message} />
  },
}

type Props = ScreenProps<string> & { message: PersonalMessage }

function PersonalSignScreen({ asking, tools, decision, message }: Props) {
  const sign = async () => {
    const bytes = new Uint8Array(message.bytes)
    const content = { kind: 'personalMessage' as const, address: asking.caller.address, message: bytes.buffer }
    return bytesToHex(await tools.sign(content))
  }
  return <MessageScreen asking={asking} decision={decision} message={message} sign={sign} />
}
