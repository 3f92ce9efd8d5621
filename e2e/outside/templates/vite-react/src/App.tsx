import { useLatchkey } from '@latchkey/modal/react'
import { useState } from 'react'
import { modal } from './latchkey.ts'

export function App() {
  const { address, open } = useLatchkey(modal, 'eip155')
  const [signature, setSignature] = useState('')
  const sign = async () => {
    const request = { method: 'personal_sign', params: ['%MESSAGE%', address] }
    setSignature(String(await modal.getProvider('eip155').request(request)))
  }
  return (
    <main data-open={open}>
      <button type="button" onPointerEnter={modal.preload} onClick={() => modal.open()}>
        {address === null ? 'Sign in' : 'Account'}
      </button>
      <output aria-label="Account">{address}</output>
      <button type="button" onClick={sign}>
        Sign
      </button>
      <output aria-label="Signature">{signature}</output>
    </main>
  )
}
