import { shortAddress } from '@latchkey/chains'
import { Address } from '@latchkey/ui'
import type { RiskWords } from './RiskList.tsx'

type Words = Omit<RiskWords, 'severity'>

/** What is said of a receiver who could be taken for somebody known, whatever the network. */
export const lookalikeWords = ({ address, of }: { address: string; of: string }): Words => ({
  title: 'This looks like an address you know, and is another',
  text: (
    <div className="wallet-lookalike">
      <p>Addresses are made to look alike so that money goes to the wrong one. This is the one here:</p>
      <Address address={address} form="full" lookalike={of} />
      <p>This is the one you know:</p>
      <Address address={of} form="full" lookalike={address} />
    </div>
  ),
})

/** What is said of one whom nobody here has dealt with. */
export const strangerWords = ({ address }: { address: string }): Words => ({
  title: `You have not dealt with ${shortAddress(address)} before`,
  text: 'As far as this device knows. Compare the whole address with the one you were given.',
})
