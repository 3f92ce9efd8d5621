const { modal } = document.querySelector('latchkey-button')
const account = document.getElementById('account')
const signButton = document.getElementById('sign')
const signature = document.getElementById('signature')

const show = ({ address }) => {
  account.textContent = address ?? ''
  signButton.disabled = address === null
}
show(modal.getAccount('eip155'))
modal.subscribeAccount(show, 'eip155')

signButton.addEventListener('click', async () => {
  const request = { method: 'personal_sign', params: ['Hello from Latchkey', account.textContent] }
  try {
    signature.textContent = await modal.getProvider('eip155').request(request)
  } catch (error) {
    signature.textContent = error.message // the user rejected it, for example
  }
})
