// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A collection (ERC-721) whose NFTs have any metadata: for tests of code that shows NFTs. Every account may mint.
contract HostileNft {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    string public name;
    string public symbol;
    mapping(uint256 => address) public ownerOf;
    mapping(uint256 => string) public tokenURI;
    mapping(address => uint256) public balanceOf;

    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
    }

    function mint(address to, uint256 id, string calldata uri) external {
        require(ownerOf[id] == address(0), "Somebody has it");
        ownerOf[id] = to;
        tokenURI[id] = uri;
        balanceOf[to] += 1;
        emit Transfer(address(0), to, id);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }
}
