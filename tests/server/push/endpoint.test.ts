import { createSocket } from 'node:dgram';
import { expect, onTestFinished, test } from 'vitest';
import {
  isPublicAddress,
  nameServers,
  PrivateAddress,
  publicLookup,
  refusalOfEndpoint,
} from '../../../server/push/endpoint.ts';
import { internet } from '../../../server/push/postMessage.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/QGuQyavXutnMH',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('the push services of browsers are accepted: %s', (endpoint) => {
  expect(refusalOfEndpoint(endpoint)).toBeUndefined();
});

test.each([
  'push.example.com/send',
  'http://push.example.com/send',
  'ftp://push.example.com/send',
  'file:///etc/passwd',
  'https://name:secret@push.example.com/send',
  'https://name@push.example.com/send',
  'https://push.example.com:8443/send',
  'https://push.example.com:22/send',
  'https://localhost/send',
  'https://localhost./send',
  'https://app.localhost/send',
  'https://database/send',
  'https://printer.local/send',
  'https://metadata.google.internal/computeMetadata/v1/',
  'https://127.0.0.1/send',
  'https://127.1/send',
  'https://2130706433/send',
  'https://0x7f.0.0.1/send',
  'https://0177.0.0.1/send',
  'https://10.0.0.7/send',
  'https://192.168.1.1/send',
  'https://169.254.169.254/latest/meta-data/',
  'https://8.8.8.8/send',
  'https://[::1]/send',
  'https://[::ffff:127.0.0.1]/send',
  'https://[fd00::1]/send',
  'https://[2001:4860:4860::8888]/send',
])('an endpoint that is no public name by HTTPS is refused in words: %s', (endpoint) => {
  expect(refusalOfEndpoint(endpoint)).toMatch(/^The endpoint must/);
});

test.each([
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['127.255.255.254', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['192.168.0.1', false],
  ['192.0.2.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:169.254.169.254', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['fc00::1', false],
  ['fd12:3456:789a::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['fd00:ec2::254', false],
  ['not an address', false],
  ['142.250.185.202', true],
  ['172.32.0.1', true],
  ['2a00:1450:4001:80b::200a', true],
])('the address %s is one of the public internet: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

/** Looks a name up that leads to these addresses. */
function lookUp(addresses: string[], all: boolean): Promise<unknown> {
  const lookup = publicLookup((_name, _options, answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    ),
  );
  return new Promise((resolve, reject) => {
    lookup('push.example.com', { all }, (error, found) => (error ? reject(error) : resolve(found)));
  });
}

test('a name leads a connection to the public addresses that were checked', async () => {
  expect(await lookUp(['142.250.185.202', '142.250.185.203'], false)).toBe('142.250.185.202');
  expect(await lookUp(['142.250.185.202'], true)).toEqual([{ address: '142.250.185.202', family: 4 }]);
});

test('a name of which one address is private is not connected to', async () => {
  await expect(lookUp(['169.254.169.254'], true)).rejects.toThrow(PrivateAddress);
  await expect(lookUp(['142.250.185.202', '127.0.0.1'], true)).rejects.toThrow(PrivateAddress);
  await expect(lookUp(['::ffff:10.0.0.1'], false)).rejects.toThrow(PrivateAddress);
  await expect(lookUp([], false)).rejects.toThrow(PrivateAddress);
});

test('a message to a public name that leads to this machine is not sent', async () => {
  const lookup = publicLookup((_name, _options, answer) =>
    answer(null, [{ address: '127.0.0.1', family: 4 }]),
  );
  const message = { endpoint: 'https://push.example.com/send', headers: {}, body: Buffer.from('') };
  await expect(internet(lookup)(message)).rejects.toThrow(PrivateAddress);
});

/** A name server on this machine that answers with these IPv4 addresses and no IPv6 ones, or not at all. */
async function nameServer(addresses: string[] | undefined): Promise<string> {
  const socket = createSocket('udp4', (query, { port, address }) => {
    if (!addresses) return;
    const end = query.indexOf(0, 12) + 5;
    const question = query.subarray(12, end);
    const isIpv4 = question.readUInt16BE(question.length - 4) === 1;
    const records = (isIpv4 ? addresses : []).map((each) =>
      // The name of the question, A, IN, 60 seconds, 4 bytes.
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...each.split('.').map(Number)]),
    );
    const head = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
    query.copy(head, 0, 0, 2);
    socket.send(Buffer.concat([head, question, ...records]), port, address);
  });
  onTestFinished(() => void socket.close());
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return `127.0.0.1:${socket.address().port}`;
}

/** Looks a name up at a name server. */
function askFor(hostname: string, server: string, family?: number): Promise<unknown> {
  const lookup = publicLookup(nameServers([server]));
  return new Promise((resolve, reject) => {
    lookup(hostname, { all: true, family }, (error, found) => (error ? reject(error) : resolve(found)));
  });
}

test('a name is looked up at the name server, and its addresses are checked', async () => {
  const open = await nameServer(['142.250.185.202']);
  const found = [{ address: '142.250.185.202', family: 4 }];
  expect(await askFor('push.example.com', open)).toEqual(found);
  expect(await askFor('push.example.com', open, 4)).toEqual(found);
  await expect(askFor('push.example.com', open, 6)).rejects.toThrow('ENODATA');
  const inside = await nameServer(['142.250.185.202', '10.0.0.7']);
  await expect(askFor('push.example.com', inside)).rejects.toThrow(PrivateAddress);
});

test('a name whose server does not answer is given up within seconds', async () => {
  const silent = await nameServer(undefined);
  const began = performance.now();
  await expect(askFor('push.example.com', silent)).rejects.toThrow('ETIMEOUT');
  expect(performance.now() - began).toBeLessThan(6000);
});
