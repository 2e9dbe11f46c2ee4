#!/bin/sh
# Makes the bucket for photos, and the server's own key to it. Run at each start: what is there already stays.
set -eu
here=$(dirname "$0")
mc alias set store http://store:9000 "$STORE_ADMIN" "$STORE_ADMIN_PASSWORD" > /dev/null
mc mb --ignore-existing store/porchlight
mc admin user add store porchlight "$STORE_PASSWORD"
mc admin policy create store porchlight "$here/bucketPolicy.json"
# Fails where the key has the policy already.
if ! said=$(mc admin policy attach store porchlight --user porchlight 2>&1); then
  case $said in
    *'already in effect'*) ;;
    *) echo "$said" >&2 && exit 1 ;;
  esac
fi
