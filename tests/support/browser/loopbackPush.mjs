// Loaded before the built server by Node's `--import`: what it posts to the stand-in's public name is carried to
// PUSH_STAND_IN on loopback, which the server itself refuses to reach by any setting.
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

const { request } = https;

/** @type {(endpoint: string, options: https.RequestOptions, onAnswer: (answer: http.IncomingMessage) => void) => http.ClientRequest} */
function carried(endpoint, options, onAnswer) {
  const { hostname, pathname } = new URL(endpoint);
  if (hostname !== 'push.example.com') return request(endpoint, options, onAnswer);
  const { method, headers, signal } = options;
  return http.request(new URL(pathname, process.env.PUSH_STAND_IN), { method, headers, signal }, onAnswer);
}

Object.assign(https, { request: carried });
syncBuiltinESMExports();
