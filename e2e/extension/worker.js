/** The wallet itself, in the extension's own process: it remembers which sites may see its account. */
const account = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

const answers = {
  async eth_requestAccounts(origin) {
    await chrome.storage.session.set({ [origin]: true })
    return [account]
  },
  eth_accounts: async (origin) => ((await isAllowed(origin)) ? [account] : []),
  eth_chainId: () => '0x7a69',
}
const isAllowed = async (origin) => (await chrome.storage.session.get(origin))[origin] === true

chrome.runtime.onMessage.addListener(({ method }, { origin }, reply) => {
  const act = Object.hasOwn(answers, method) ? answers[method] : undefined
  if (act === undefined) reply({ error: { code: 4200, message: `This wallet does not know ${method}` } })
  else Promise.resolve(act(origin)).then((result) => reply({ result }))
  return true
})
