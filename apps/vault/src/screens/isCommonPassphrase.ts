/**
 * Returns whether a passphrase is little more than what guessing programs try first: common passwords and words, in any case and with
 * digits or symbols in place of letters, runs and repeats of characters, rows of the keyboard, and years, combined from a few pieces. It
 * finds the worst and proves nothing about the rest.
 */
export const isCommonPassphrase = (text: string): boolean =>
  fewestPieces(text.toLowerCase().slice(0, longestJudged)) < leastPieces

/** Each character outside a common piece counts as a piece too. */
const leastPieces = 6
const longestWord = 28
/** Longer text is assessed only up to this length. */
const longestJudged = 128

/**
 * Common first guesses: the 300 most common passwords of four characters and more, and the most common of twelve and more, without those
 * that `isCommonPassphrase` finds by itself. From the frequency lists of zxcvbn 4.4.2 (MIT, Dropbox).
 */
// not words: a list of passwords
const commonWords: string = `
password qwerty dragon 123123 baseball abc123 football monkey letmein shadow master 696969 mustang qwertyuiop 123321
1234567890 superman 1qaz2wsx qazwsx jordan 123qwe killer trustno1 hunter harley zxcvbnm asdfgh buster batman soccer
tigger charlie sunshine iloveyou ranger hockey computer starwars pepper klaster 112233 zxcvbn freedom princess maggie
pass ginger 131313 love cheese 159753 summer chelsea dallas biteme matrix yankees 6969 corvette austin access thunder
merlin secret diamond hello hammer 1234qwer silver gfhjkm internet samantha golfer scooter test orange cookie
q1w2e3r4t5 maverick sparky phoenix mickey bigdog snoopy guitar whatever chicken camaro mercedes peanut ferrari falcon
cowboy welcome samsung steelers smokey dakota arsenal boomer eagles tigers marina nascar gateway yellow porsche
monster spider diablo hannah bulldog junior london purple compaq lakers iceman qwer1234 cowboys money banana ncc1701
boston tennis q1w2e3r4 coffee scooby 123654 nikita yamaha mother barney brandy chester oliver player forever rangers
midnight chicago bigdaddy redsox angel badboy fender jasper slayer rabbit natasha marine wizard marlboro raiders
prince casper fishing flower jasmine iwantu panties adidas winter winner gandalf password1 enter ghbdtn 1q2w3e4r
golden cocacola jordan23 winston madison angels panther blowme spanky sophie asdfasdf thx1138 toyota tiger canada
12344321 8675309 muffin liverpoo apples qwerty123 passw0rd abcd1234 pokemon 123abc slipknot qazxsw 123456a scorpion
qwaszx butter startrek rainbow asdfghjkl razz newyork redskins gemini cameron qazwsxedc florida liverpool turtle
sierra viking booger butthead doctor rocket 159357 dolphins captain bandit jaguar packers pookie peaches 789456 asdf
dolphin helpme blue theman maxwell qwertyui lovers maddog giants nirvana metallic hotdog rosebud mountain warrior
stupid elephant success bond007 jackass alexis lucky scorpio samson q1w2e3 azerty rush2112 driver freddy 1q2w3e4r5t
sydney gators dexter red123 123456q 12345a bubba creative voodoo golf 123qweasdzxc mailcreated5240 polniypizdec0211
sojdlg123aljg leavemealone ghjcnjgfhjkm sonyericsson zxcasdqwe123 ghhh47hj7649 qweasdzxc123 flvbybcnhfnjh 112233445566
finalfantasy ghbdtnrfrltkf websolutions chickenwing101 justinbieber newproject2004 needforspeed businessbabe
maurolarastefy domainlock2005 dkflbvbhjdbx hd764nw5d7e1vb1 dkflbvbhjdyf counterstrike vfvfvskfhfve fkmnthyfnbdf
admin18533362 23176djivanfros whosyourdaddy fktrcfylhjdyf fktrcfylhjdbx 010203040506 lost4815162342 102030405060
vanyarespekt combat123654
`

const words = new Set([...commonWords.trim().split(/\s/), 'correct horse battery staple', 'correcthorsebatterystaple'])
const rows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb',
  'qazwsxedcrfvtgb',
]
const walks = [...rows, ...rows.map((row) => [...row].reverse().join(''))]
const leet: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
const plain = (piece: string): string => piece.replace(/[@431!0$57]/g, (sign) => leet[sign] ?? sign)

/** Returns the fewest pieces that make up the text. */
const fewestPieces = (text: string): number => {
  const fewest = [0]
  for (let end = 1; end <= text.length; end++) {
    let best = (fewest[end - 1] ?? 0) + 1
    for (let start = Math.max(0, end - longestWord); start <= end - 3; start++)
      if (isCommonPiece(text.slice(start, end))) best = Math.min(best, (fewest[start] ?? 0) + 1)
    fewest.push(best)
  }
  return fewest[text.length] ?? 0
}

const isCommonPiece = (piece: string): boolean =>
  words.has(piece) ||
  words.has(plain(piece)) ||
  isRun(piece) ||
  /^(?:19|20)\d\d$/.test(piece) ||
  (piece.length > 3 && walks.some((walk) => walk.includes(piece)))

/** `aaa`, `abc`, `321`: each character is the one before, or its neighbor in one direction. */
const isRun = (piece: string): boolean => {
  const step = piece.charCodeAt(1) - piece.charCodeAt(0)
  if (Math.abs(step) > 1) return false
  for (let at = 2; at < piece.length; at++) if (piece.charCodeAt(at) - piece.charCodeAt(at - 1) !== step) return false
  return true
}
