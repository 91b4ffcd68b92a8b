#!/bin/sh
# image-root.sh NODE APP ROOT: the whole file system of an image, made of a server, its Node and the libraries that these need.
set -eu
node=$1 app=$2 root=$3

mkdir -p "$root/app" "$root/bin" "$root/etc" "$root/tmp" "$root/data"
cp -L "$node" "$root/bin/node"
# A fifth of it are names for debuggers.
strip "$root/bin/node"
cp -R "$app/." "$root/app/"

# Those that lie in the app already find each other.
{ ldd "$root/bin/node"; find "$root/app" -name '*.node' -o -name '*.so*' | xargs -n 1 ldd; } |
  awk '$2 == "=>" { print $3 } $1 ~ "^/" { print $1 }' | grep -v "^$root" | sort -u |
  while read -r library; do
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
  done

# Without a root there is nobody but the server.
echo 'triptych:x:65532:65532::/data:' >"$root/etc/passwd"
echo 'triptych:x:65532:' >"$root/etc/group"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
chown 65532:65532 "$root/data"
chmod 1777 "$root/tmp"
