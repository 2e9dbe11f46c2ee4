/**
 * The most common passwords: those of at least 7 characters that are both among the thousand most frequent
 * of the 100,000 that the UK's National Cyber Security Centre published from Pwned Passwords in April 2019, and among
 * the 500 most frequent of Mark Burnett's ten million of 2015. Obscene ones are left out.
 */
const COMMON = new Set(
  `1111111 11111111 11223344 123123123 12341234 12344321 1234567 12345678 123456789 1234567890 1234qwer 12qwaszx
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 4815162342 69696969 7777777 789456123 8675309 87654321 88888888 987654321
  abcd1234 america anthony arsenal asdfasdf asdfghjk asdfghjkl baseball benjamin bigdaddy blink182 bond007 brandon
  brooklyn bulldog cameron captain charles chelsea chicago chicken cocacola computer corvette cowboys creative cricket
  crystal danielle darkness december diamond dolphin dolphins elephant fishing florida football forever freedom gandalf
  garfield gateway hardcore heather iloveyou internet jackass jackson jasmine jennifer jessica johnson jonathan
  jordan23 liverpool madison marlboro matthew maverick maxwell melissa mercedes michael michelle midnight monster
  mustang natasha ncc1701 newyork nicholas nirvana nothing packers pakistan panther passw0rd password password1 patrick
  peaches phantom phoenix platinum playboy pokemon porsche princess q1w2e3r4 q1w2e3r4t5 qazwsxedc qwer1234 qwerty123
  qwertyui qwertyuiop rainbow rangers rebecca redskins richard rosebud rush2112 samantha samsung scooter scorpion
  shannon slipknot snowball starwars steelers success sunshine superman therock thunder tiffany trouble trustno1
  victoria warrior welcome whatever william winston yankees zxcvbnm`.split(/\s+/),
);

/** Whether a password is one of the most common, whatever its capitals. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
