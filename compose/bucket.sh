#!/bin/sh
# Makes the bucket for photos, and the server's own key to it. Run at each start: what is there already is written again as it is.
# With the word `anew` the bucket is made although a volume of the store before is there.
set -eu
here=$(dirname "$0")
store=${STORE:-http://store:9000}
before=${STORE_BEFORE:-/before}

# asked METHOD PATH [BODY]: prints the status of the answer. A query is in alphabetical order, as it is signed.
asked() {
  digest=$(printf %s "${3:-}" | sha256sum)
  printf %s "${3:-}" | curl --silent --show-error --max-time 30 --output /dev/null --write-out '%{http_code}' \
    --aws-sigv4 aws:amz:us-east-1:s3 --user "$STORE_ADMIN:$STORE_ADMIN_PASSWORD" \
    --header "x-amz-content-sha256: ${digest%% *}" --header 'Content-Type: application/json' \
    --request "$1" --data-binary @- "$store$2"
}

# done_or_said WHAT STATUS
done_or_said() {
  [ "$2" = 200 ] || { echo "$1: the store answered $2" >&2 && exit 1; }
}

# Photos of the store before are not in this one: with an empty bucket the server would start without them.
if [ "${1:-}" != anew ] && [ -d "$before/.minio.sys" ] && [ "$(asked GET "/porchlight?list-type=2&max-keys=1")" = 404 ]; then
  echo 'The photos are in the store of before. docs/deploy.md says how they come into this one: "From the store of before".' >&2
  exit 1
fi

made=$(asked PUT /porchlight)
[ "$made" = 409 ] || done_or_said 'the bucket' "$made"
admin=/rustfs/admin/v3
secret=$(printf %s "$STORE_PASSWORD" | sed 's/[\\"]/\\&/g')
done_or_said 'the key' \
  "$(asked PUT "$admin/add-user?accessKey=porchlight" "{\"secretKey\":\"$secret\",\"status\":\"enabled\"}")"
done_or_said 'the rights' \
  "$(asked PUT "$admin/add-canned-policy?name=porchlight" "$(cat "$here/bucketPolicy.json")")"
done_or_said 'the rights of the key' \
  "$(asked PUT "$admin/set-user-or-group-policy?isGroup=false&policyName=porchlight&userOrGroup=porchlight")"
